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
