import type { JSX } from 'preact';

interface TabListProps {
  class: string;
  label: string;
  /** The id of the element that the tabs change. */
  panel: string;
  tabs: readonly { readonly id: string; readonly title: string }[];
  selected: string;
  onSelect: (id: string) => void;
}

/** Tabs that are chosen with a click or the arrow keys. */
export function TabList({ class: name, label, onSelect, panel, selected, tabs }: TabListProps): JSX.Element {
  const move = (event: KeyboardEvent, index: number): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step === undefined ? undefined : tabs.at((index + step) % tabs.length);
    if (next === undefined) return;
    onSelect(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <div class={`tabs ${name}`} role="tablist" aria-label={label}>
      {tabs.map(({ id, title }, index) => (
        <button
          key={id}
          id={`tab-${id}`}
          role="tab"
          type="button"
          aria-selected={id === selected}
          aria-controls={panel}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
          onKeyDown={(event) => move(event, index)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
