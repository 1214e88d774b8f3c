import { type EvaluatedSuite, type Lang, localized } from '../src/index.ts';

/** A suite's declared title, with its name where that is not what its kind is called by itself; its name without one. */
export function suiteTitle({ title, name, view }: Pick<EvaluatedSuite, 'title' | 'name' | 'view'>, lang: Lang): string {
	if (title === undefined) return name;
	const text = localized(title, lang);
	const usual = view === undefined ? undefined : NAMES.get(view);
	return usual === undefined || usual === name ? text : `${text} (${name})`;
}

/** What suites of gemmark's own kinds are called where nobody names them, by their view. */
const NAMES: ReadonlyMap<string, string> = new Map([
	['prefix', 'prefix'],
	['frames', 'frame'],
	['tools', 'tools'],
	['dialogs', 'dialogs'],
]);
