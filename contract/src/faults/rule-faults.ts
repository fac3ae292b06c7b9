/** Faults of alarm rules. */
export const RULE_FAULTS = {
  'no-rule': 'There is no such rule.',
  'most-rules': 'An organisation can have at most {{most, number}} alarm rules.',
  'rule-unavailable': 'This rule is not available.',
  'choose-rule-about': 'Choose the event for this rule.',
  'choose-reports': 'Choose what the device reports.',
  'choose-vehicles': 'Choose the vehicles for this rule.',
  'vehicles-unavailable': 'These vehicles are not available.',
  'enter-limit': 'Enter a limit.',
  'highest-above-lowest': 'The highest must be above the lowest.',
  'person-not-told': 'This person cannot be notified of alarms.',
  'dry-run-replaced': 'Another dry run has replaced this one.',
} as const;
