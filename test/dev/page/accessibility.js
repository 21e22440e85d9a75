/** Checks that the tests load into the page. */

function nameOf(element) {
  const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? '';
  const labelledBy = element.getAttribute('aria-labelledby');
  const other = labelledBy === null ? '' : (document.getElementById(labelledBy)?.textContent ?? '');
  return (label || other || (element.textContent ?? '')).trim();
}

function all(selector) {
  return [...document.querySelectorAll(selector)];
}

const named = [
  'button, input, textarea, section',
  ...['tree', 'treeitem', 'tablist', 'tabpanel', 'img', 'group', 'region'].map((role) => `[role=${role}]`),
].join(', ');

/** Controls without a name, ids that occur twice, and lists that are not one tab stop. */
globalThis.problemsOfControls = () => {
  const ids = all('[id]').map(({ id }) => id);
  const controlled = all('[aria-controls]').map((element) => element.getAttribute('aria-controls'));
  return [
    ...all(named)
      .filter((element) => nameOf(element) === '')
      .map((element) => `no name: ${element.outerHTML.slice(0, 120)}`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `used twice: ${id}`),
    ...controlled.filter((id) => !ids.includes(id)).map((id) => `does not exist: ${id}`),
    ...all('[role=tree], [role=tablist]')
      .filter((element) => element.querySelectorAll('[tabindex="0"]').length !== 1)
      .map((element) => `not one tab stop: ${nameOf(element)}`),
  ];
};

/** Pairs of text and background whose contrast is below the level AA of WCAG. */
globalThis.problemsOfContrast = () => {
  const styles = getComputedStyle(document.documentElement);
  const luminance = (name) => {
    const hex = styles.getPropertyValue(name).trim().slice(1);
    const [red, green, blue] = [0, 2, 4].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const texts = ['--text', '--muted', '--accent', '--healthy', '--progressing', '--failed'];
  const backgrounds = ['--background', '--raised', '--hover', '--selected'];
  return texts.flatMap((text) =>
    backgrounds.flatMap((background) => {
      const [dark, light] = [luminance(text), luminance(background)].toSorted((a, b) => a - b);
      const contrast = (light + 0.05) / (dark + 0.05);
      return contrast >= 4.5 ? [] : `${text} on ${background}: ${contrast.toFixed(2)}`;
    }),
  );
};
