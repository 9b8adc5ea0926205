import { ratioSetting, secretSetting, textSetting, webAddressSetting } from './setting.ts';

/** With OpenTelemetry's standard names, so that one set of variables suits every service of an operator. */
export const tracingSettings = {
  endpoint: webAddressSetting('OTEL_EXPORTER_OTLP_ENDPOINT', {
    fallback: '',
    why: 'Collector that takes traces over OTLP/HTTP, below `/v1/traces`. Empty: no traces, and nothing of OpenTelemetry is loaded.',
  }),
  headers: secretSetting('OTEL_EXPORTER_OTLP_HEADERS', {
    range: 'name=value,name=value',
    why: 'Headers for the collector, such as its token; values are percent-encoded.',
  }),
  serviceName: textSetting('OTEL_SERVICE_NAME', {
    fallback: 'iskaznica',
    why: 'Name of this service in traces.',
  }),
  share: ratioSetting('OTEL_TRACES_SAMPLER_ARG', {
    fallback: 1,
    why: 'Share of the traces begun here that is recorded. A trace that a trusted proxy has begun follows its decision.',
  }),
} as const;
