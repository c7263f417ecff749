import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { remember, remembered } from './remembered.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** An event on the document after which colours are others; a canvas has to be drawn again. */
export const THEME_EVENT = 'tracekit-theme';

/** Light, dark, or as the system has it. */
export function ThemeChoice(): JSX.Element {
  const [theme, setTheme] = useState<Theme>(
    () => THEMES.find((one) => one === remembered('theme')) ?? 'system',
  );
  useEffect(() => {
    const { documentElement } = document;
    if (theme === 'system') delete documentElement.dataset.theme;
    else documentElement.dataset.theme = theme;
    document.dispatchEvent(new Event(THEME_EVENT));
  }, [theme]);
  return (
    <label class="theme">
      <span class="visually-hidden">Colours</span>
      <select
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = THEMES.find((one) => one === currentTarget.value) ?? 'system';
          remember('theme', chosen);
          setTheme(chosen);
        }}
      >
        <option value="system">System colours</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
