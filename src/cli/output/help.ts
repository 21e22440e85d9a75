import { Help, type HelpConfiguration } from 'commander';
import { wrap } from '../../actions/steps/wrap.ts';

/** With fewer columns than this beside the option, the description goes below it. */
const minimumColumns = 30;

/** The help of commander, readable on a narrow terminal too. */
export const readableHelp: HelpConfiguration = {
  minWidthToWrap: 20,
  formatItem(term, termWidth, description, helper) {
    const width = helper.helpWidth ?? 80;
    if (description === '' || width - termWidth - 4 >= minimumColumns)
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    return `  ${term}\n${wrap(description, width, '      ')}`;
  },
};
