{{- define "milepost.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-milepost" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "milepost.selector" -}}
app.kubernetes.io/name: milepost
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "milepost.labels" -}}
{{ include "milepost.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "milepost.protocols" -}}
{{- $names := list }}{{ range .Values.devices.protocols }}{{ $names = append $names .name }}{{ end }}{{ join "," $names }}
{{- end }}

{{/* The Secret with the address of the database; empty for the embedded one. */}}
{{- define "milepost.databaseSecret" -}}
{{- if .Values.database.cloudNativePG.enabled }}{{ include "milepost.name" . }}-db-app{{ else }}{{ .Values.database.existingSecret }}{{ end }}
{{- end }}

{{/* The roles that have pods of their own, of `gateway`, `web` and `jobs`; the others are those of the StatefulSet. */}}
{{- define "milepost.apart" -}}
{{- $apart := list }}
{{- range $role := list "gateway" "web" "jobs" }}{{ if (get $.Values.processes $role).replicas }}{{ $apart = append $apart $role }}{{ end }}{{ end }}
{{- join "," $apart }}
{{- end }}

{{/*
The specification of a pod. `root`: the chart; `roles`: ROLES, empty for all of them; `web` and `devices`: whether it opens the port
for people and those of devices; `link`: whether gateways in other pods reach it; `resources`; `claim`: its volume claim, empty for
that of the StatefulSet, and `none` for a pod that keeps nothing.
*/}}
{{- define "milepost.pod" -}}
{{- $root := .root }}
{{- $database := include "milepost.databaseSecret" $root }}
{{- $probed := ternary "http" "metrics" .web -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
# Longer than an orderly stop takes.
terminationGracePeriodSeconds: 40
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  # PostgreSQL refuses a folder that its group may write: only a fresh volume is changed.
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: milepost
    image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    env:
      {{- with .roles }}
      - { name: ROLES, value: {{ quote . }} }
      {{- end }}
      - { name: HOST, value: 0.0.0.0 }
      {{- if .link }}
      - { name: INGEST_HOST, value: 0.0.0.0 }
      - { name: INGEST_PORT, value: {{ $root.Values.processes.ingest.port | quote }} }
      - name: INGEST_ADDRESS
        valueFrom: { fieldRef: { fieldPath: status.podIP } }
      {{- end }}
      - { name: DEMO, value: 'false' }
      - { name: METRICS_HOST, value: 0.0.0.0 }
      - { name: METRICS_PORT, value: {{ $root.Values.metrics.port | quote }} }
      - { name: GATEWAY_PROTOCOLS, value: {{ include "milepost.protocols" $root | quote }} }
      {{- range $root.Values.devices.protocols }}
      - { name: GATEWAY_{{ upper .name }}_PORT, value: {{ .port | quote }} }
      {{- end }}
      {{- with $root.Values.host }}
      - { name: PUBLIC_URL, value: {{ printf "%s://%s" (ternary "https" "http" $root.Values.ingress.tls.enabled) . | quote }} }
      {{- end }}
      {{- with $root.Values.devices.publicHost | default $root.Values.host }}
      - { name: PUBLIC_HOST, value: {{ quote . }} }
      {{- end }}
      {{- with $root.Values.trustedProxies }}
      - { name: TRUSTED_PROXIES, value: {{ quote . }} }
      {{- end }}
      {{- if $database }}
      - name: DATABASE_URL
        valueFrom:
          secretKeyRef: { name: {{ $database }}, key: {{ ternary "uri" $root.Values.database.key $root.Values.database.cloudNativePG.enabled }} }
      {{- end }}
      {{- range $name, $value := $root.Values.settings }}
      - { name: {{ $name }}, value: {{ $value | toString | quote }} }
      {{- end }}
    {{- if or $root.Values.secrets $root.Values.existingSecret }}
    envFrom:
      {{- if $root.Values.secrets }}
      - secretRef: { name: {{ include "milepost.name" $root }} }
      {{- end }}
      {{- with $root.Values.existingSecret }}
      - secretRef: { name: {{ . }} }
      {{- end }}
    {{- end }}
    ports:
      {{- if .web }}
      - { name: http, containerPort: 8080 }
      {{- end }}
      - { name: metrics, containerPort: {{ $root.Values.metrics.port }} }
      {{- if .link }}
      - { name: ingest, containerPort: {{ $root.Values.processes.ingest.port }} }
      {{- end }}
      {{- if .devices }}
      {{- range $protocol := $root.Values.devices.protocols }}
      {{- range .transports }}
      - { name: {{ printf "%s-%s" ($protocol.name | trunc 11) (lower .) }}, containerPort: {{ $protocol.port }}, protocol: {{ . }} }
      {{- end }}
      {{- end }}
      {{- end }}
    # Ten minutes: migrations of a large database run before the ports open.
    startupProbe:
      httpGet: { path: /healthz, port: {{ $probed }} }
      periodSeconds: 5
      failureThreshold: 120
    # Alive is enough: a server whose database is away must not be restarted.
    livenessProbe:
      httpGet: { path: /healthz, port: {{ $probed }} }
      periodSeconds: 20
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /readyz, port: {{ $probed }} }
      periodSeconds: 5
      timeoutSeconds: 2
    resources: {{- toYaml .resources | nindent 6 }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
      {{- if not $database }}
      - { name: shm, mountPath: /dev/shm }
      {{- end }}
{{- with $root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - { name: tmp, emptyDir: {} }
  {{- if not $database }}
  # For the parallel queries of the embedded PostgreSQL; containers have 64 MiB.
  - { name: shm, emptyDir: { medium: Memory, sizeLimit: 256Mi } }
  {{- end }}
  {{- if and .claim (ne .claim "none") }}
  - { name: data, persistentVolumeClaim: { claimName: {{ .claim }} } }
  {{- else if eq .claim "none" }}
  # What is kept is in the database and in FILES_URL.
  - { name: data, emptyDir: {} }
  {{- end }}
{{- end }}
