import { Help, type HelpConfiguration } from 'commander';
import { wrap } from './wrap.ts';

/** Beside its option, a description needs this much room; with less it goes below. */
const leastRoom = 30;

/** Help as commander prints it, and readable on a narrow terminal as well. */
export const readableHelp: HelpConfiguration = {
  minWidthToWrap: 20,
  formatItem(term, termWidth, description, helper) {
    const width = helper.helpWidth ?? 80;
    if (description === '' || width - termWidth - 4 >= leastRoom)
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    return `  ${term}\n${wrap(description, width, '      ')}`;
  },
};
