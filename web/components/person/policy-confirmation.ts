import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../auth/me-query.ts';
import { service } from '../../auth/service.ts';

const POLICY_KEY = [...meQuery.queryKey, 'policy'];

/**
 * The privacy policy in force for whoever is signed in. What is confirmed is the version that was in force when the question
 * was shown: nobody confirms a newer one that they have not been told of.
 */
export function usePolicyConfirmation({ asked, onConfirmed }: { asked: boolean; onConfirmed?: () => void }) {
  const queries = useQueryClient();
  const policy = useQuery({
    queryKey: POLICY_KEY,
    queryFn: async () => (await service.call('GET /api/users/me/gdpr-consent', { limit: 1 })).policy,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: asked,
  });
  const confirming = useMutation({
    mutationFn: (policy_version: string) =>
      service.either.call('POST /api/gdpr/consent', { policy_version, categories: { necessary: true } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: meQuery.queryKey }); // the policy's version too
      onConfirmed?.();
    },
  });
  const version = policy.data?.version;
  return {
    confirm: () => version !== undefined && confirming.mutate(version),
    busy: policy.isPending || confirming.isPending,
    confirmed: confirming.isSuccess,
    error: policy.error ?? confirming.error,
    retry: policy.isError ? () => void policy.refetch() : undefined,
  };
}
