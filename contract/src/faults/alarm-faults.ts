/** Faults of alarms and of handling them. */
export const ALARM_FAULTS = {
  'no-alarm': 'There is no such alarm.',
  'choose-person': 'Choose a person.',
  'choose-reason': 'Choose a reason.',
  'enter-note': 'Enter a note.',
  'no-assignee': 'There is no such person, or that person may not see alarms.',
  'assignee-blind': '{{name}} cannot see this vehicle.',
  'alarm-acknowledged': '{{name}} has already acknowledged this alarm.',
  'alarm-acknowledged-already': 'This alarm is already acknowledged.',
  'alarm-not-acknowledged': 'This alarm is not acknowledged.',
  'alarm-acknowledged-by-other': '{{name}} acknowledged this alarm; only that person can undo it.',
  'alarm-cleared': '{{name}} has already cleared this alarm.',
  'alarm-cleared-itself': 'This alarm has cleared automatically.',
  'alarm-assigned-meanwhile': 'This alarm has meanwhile been assigned to {{name}}.',
  'alarm-unassigned-meanwhile': 'This alarm has been unassigned meanwhile.',
  'alarm-assigned-already': 'This alarm is already assigned to {{name}}.',
  'alarm-unassigned-already': 'This alarm is already unassigned.',
} as const;
