{{- define "iskaznica.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "iskaznica.labels" -}}
{{ include "iskaznica.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "iskaznica.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "iskaznica.filesClaim" -}}
{{ .Values.files.existingClaim | default (printf "%s-files" .Release.Name) }}
{{- end }}

{{/* What a container of the service must not do. */}}
{{- define "iskaznica.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "iskaznica.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Secrets are read from files, so that no listing of an environment shows them. */}}
{{- define "iskaznica.environment" -}}
- { name: SVC_PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
- { name: SVC_DATABASE_URL_FILE, value: /run/secrets/iskaznica/database-url }
- { name: SVC_SECRET_FILE, value: /run/secrets/iskaznica/service-secret }
{{- if .Values.redis }}
- { name: SVC_REDIS_URL_FILE, value: /run/secrets/iskaznica/redis-url }
{{- end }}
{{- if .Values.settings.SVC_SMTP_USER }}
- { name: SVC_SMTP_PASSWORD_FILE, value: /run/secrets/iskaznica/smtp-password }
{{- end }}
{{- if .Values.metrics.serviceMonitor }}
- { name: SVC_METRICS_TOKEN_FILE, value: /run/secrets/iskaznica/metrics-token }
{{- end }}
{{- if .Values.files.url }}
- { name: SVC_FILES_URL, value: {{ .Values.files.url | quote }} }
- { name: SVC_FILES_S3_ACCESS_KEY_FILE, value: /run/secrets/iskaznica/files-access-key }
- { name: SVC_FILES_S3_SECRET_KEY_FILE, value: /run/secrets/iskaznica/files-secret-key }
{{- else }}
- { name: SVC_FILES_DIR, value: /srv/iskaznica }
{{- end }}
{{- if and .Values.backup.enabled .Values.backup.url }}
- { name: SVC_BACKUP_URL, value: {{ .Values.backup.url | quote }} }
- { name: SVC_BACKUP_S3_ACCESS_KEY_FILE, value: /run/secrets/iskaznica/backup-access-key }
- { name: SVC_BACKUP_S3_SECRET_KEY_FILE, value: /run/secrets/iskaznica/backup-secret-key }
- { name: SVC_BACKUP_PASSPHRASE_FILE, value: /run/secrets/iskaznica/backup-passphrase }
{{- end }}
- { name: SVC_TRUSTED_PROXIES, value: {{ .Values.trustedProxies | quote }} }
# Until every proxy has heard that the pod is no longer ready.
- { name: SVC_DRAIN_SEC, value: "8" }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
