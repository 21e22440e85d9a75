/** The maximum line length of generated TypeScript, which is also the `printWidth` of generated projects. */
export const printWidth = 110;
