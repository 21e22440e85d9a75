import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes: Record<string, CodeExplanation> = {
  OPG1101: {
    title: 'There is no such marker',
    explanation:
      'A comment begins like one of our markers and names none of them. An ignored typo would drop a rule from the manifests, so it is an error. Markers of other tools, with names of their own, are left alone.',
  },
  OPG1102: {
    title: 'The argument of a marker cannot be read',
    explanation:
      'Values are numbers, true or false, bare text, "quoted text" or `text in backticks`; lists are a;b or {a,b}; maps are {key: value}. Text that contains , ; or } needs quotes.',
  },
  OPG1103: {
    title: 'A marker has no such argument',
    explanation: 'The name before the equals sign is none of those that the marker takes.',
  },
  OPG1104: {
    title: 'An argument of a marker is missing',
    explanation: 'The marker means nothing without it.',
  },
  OPG1105: {
    title: 'A marker stands above the wrong thing',
    explanation:
      'Each marker belongs above a field, a type, or the interface of a kind. Elsewhere it would have no effect.',
  },
  OPG1106: {
    title: 'A marker describes nothing',
    explanation:
      'Below it stands neither a type nor a field. Blank lines cut a marker off: only the group of comments nearest to a declaration belongs to it, and the one before when the nearest is glued to it.',
  },
  OPG1107: {
    title: 'A marker stands behind code',
    explanation: 'Markers are read above what they describe, on lines of their own.',
  },
  OPG1108: {
    title: 'A marker stands twice',
    explanation: 'The marker has one value per field or type, so one of the two would be lost.',
  },
  OPG1109: {
    title: 'A comment looks like a misspelt marker',
    explanation:
      'The name is one or two letters away from a marker. If the line is prose, begin it with another character than a plus sign.',
  },
  OPG1110: { title: 'A marker is never accepted', explanation: 'The API server refuses what it asks for.' },
};
