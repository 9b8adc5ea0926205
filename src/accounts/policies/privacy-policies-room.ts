import { defineRoom } from '../../platform/room/define-room.ts';
import type { Ground } from '../../platform/room/ground.ts';
import { privacyPolicyActions } from './privacy-policies-actions.ts';
import { privacyPoliciesRoutes } from './privacy-policies-routes.ts';
import { privacyPolicySettings } from './privacy-policies-settings.ts';

export const privacyPoliciesRoom = defineRoom({
  name: 'privacy-policies',
  settings: privacyPolicySettings,
  auditActions: privacyPolicyActions,
  open: ({ database, settings }: Pick<Ground, 'database' | 'settings'>) => ({
    routes: privacyPoliciesRoutes({ database, defaultPolicyVersion: settings.privacy.policyVersion }),
  }),
});
