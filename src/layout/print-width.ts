/** The longest line of the TypeScript that opgen writes, as `.prettierrc.json` of the projects has it. */
export const printWidth = 110;
