import type { EmbeddedIndex, IndexRow } from '../embedded-page.ts';
import { contentOf, element, said, textOf } from './conversation-nodes.ts';

/** Rows drawn at first, and by the button. */
const FIRST_ROWS = 20;
const MORE_ROWS = 100;

/** Absent in a comparison. */
let index: EmbeddedIndex | undefined;
let names: readonly string[] = [];
let places: readonly number[] = [];
let drawn = 0;

export async function startFinder(): Promise<void> {
	if (document.getElementById('index') === null) return;
	index = (await contentOf(textOf('index'))) as EmbeddedIndex;
	const read = index;
	names = read.rows.map((row) => sampleName(read, row));
	show(location.hash.startsWith('#samples') ? queryOf(location.hash) : NO_QUERY);
	const panel = document.getElementById('finder');
	if (panel === null) return;
	panel.hidden = false;
	panel.addEventListener('input', changed);
	field('more')?.addEventListener('click', () => draw(MORE_ROWS));
	field('reset')?.addEventListener('click', () => {
		show(NO_QUERY);
		history.replaceState(null, '', hashOf(NO_QUERY));
		field('text')?.focus();
	});
	document.addEventListener('keydown', keyed);
}

/** The link to a sample by its place; undefined in a comparison. */
export function linkOf(place: number): string | undefined {
	return names[place] === undefined ? undefined : `#${names[place]}`;
}

/** Shows the search or opens the sample that the address names. Returns false for other addresses. */
export function followAddress(): boolean {
	if (index === undefined) return false;
	if (location.hash.startsWith('#samples?')) show(queryOf(location.hash));
	if (!location.hash.startsWith('#sample-')) return location.hash.startsWith('#samples');
	const place = names.indexOf(location.hash.slice(1));
	if (place < 0) return false;
	if (!places.includes(place)) show({ ...NO_QUERY, outcome: 'all' });
	while (drawn <= places.indexOf(place)) draw(MORE_ROWS);
	const row = document.getElementById(`found-${place}`);
	const details = row?.querySelector('details');
	if (details) details.open = true;
	row?.scrollIntoView();
	row?.querySelector('summary')?.focus({ preventScroll: true });
	return true;
}

function field(name: string): HTMLElement | null {
	return document.getElementById(`find-${name}`);
}

function changed({ target }: Event): void {
	const [fate, outcome] = [field('fate'), field('outcome')];
	// Engine outcomes concern passed samples too. Sets one control only: the text may be a syllable in composition.
	if (target === fate && controls().fate !== '' && outcome instanceof HTMLSelectElement) outcome.value = 'all';
	const query = controls();
	search(query);
	history.replaceState(null, '', hashOf(query));
}

/** The values of the controls, defaults for those that the page lacks. */
function controls(): Query {
	const value = (name: keyof Query): string => {
		const control = field(name);
		return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
			? control.value || NO_QUERY[name]
			: NO_QUERY[name];
	};
	const [suite = '', outcome = '', reason = '', fate = '', order = ''] = CHOICES.map(value);
	return { text: value('text'), suite, outcome, reason, fate, order };
}

function show(query: Query): void {
	for (const name of ['text', ...CHOICES] as const) {
		const control = field(name);
		if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = query[name];
	}
	search(controls());
}

function search(query: Query): void {
	if (index === undefined) return;
	places = found(index, query);
	drawn = 0;
	document.getElementById('found')?.replaceChildren();
	const { count, none } = index.words;
	const sentence = count.replace('{shown}', String(places.length)).replace('{all}', String(index.rows.length));
	field('count')?.replaceChildren(places.length === 0 ? `${sentence}. ${none}` : sentence);
	const reset = field('reset');
	if (reset) reset.hidden = hashOf(query) === hashOf(NO_QUERY);
	draw(FIRST_ROWS);
}

function draw(most: number): void {
	if (index === undefined) return;
	const next = places.slice(drawn, drawn + most);
	document.getElementById('found')?.append(...next.map((place) => rowOf(place)));
	drawn += next.length;
	const button = field('more');
	if (button === null) return;
	const left = places.length - drawn;
	button.hidden = left === 0;
	button.textContent = index.words.more.replace('{count}', String(Math.min(left, MORE_ROWS)));
}

function rowOf(place: number): HTMLElement {
	const { suites, variants, variantNames, reasons, fates, prompts, rows, words } = index as EmbeddedIndex;
	const [suite = 0, variant = 0, prompt = 0, epoch = 0, outcome = 3, reason = -1, ms = -1, ...own] = rows[place] ?? [];
	const [id = '', input = ''] = prompts[prompt] ?? [];
	const [sign, kind] = MARKS[outcome] ?? MARKS[3];
	const mark = element('span', kind, sign);
	mark.ariaHidden = 'true';
	const where = [
		suites[suite],
		variants.length > 1 ? variantNames[variant] : '',
		id,
		epoch > 0 ? words.repeat.replace('{number}', String(epoch + 1)) : '',
	];
	const word = element(
		'span',
		outcome === 1 ? 'badge unscored' : 'badge',
		reasons[reason] ?? (outcome === 2 ? words.passed : ''),
	);
	const grid = element(
		'span',
		'foundgrid',
		mark,
		element(
			'span',
			'words',
			said('span', 'asked strong', input === '' ? id : input),
			element('span', 'where', where.filter((part) => part !== '').join(' · ')),
		),
		element(
			'span',
			'said',
			...(word.textContent === '' ? [] : [word]),
			...own.map((fate) => element('span', 'muted', fates[fate] ?? '')),
		),
		element('span', 'times num', ms < 0 ? '' : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(2)} s`),
	);
	const body = element('div', 'body');
	body.dataset.sample = String(place);
	const row = element('li', '', element('details', 'row', element('summary', '', grid), body));
	row.id = `found-${place}`;
	return row;
}

const MARKS: readonly [Mark, Mark, Mark, Mark] = [
	['○', 'mark'],
	['◌', 'mark open'],
	['●', 'mark good'],
	['·', 'mark'],
];
type Mark = readonly [sign: string, className: string];

/** `j` and `k` move through the samples, `/` searches; not while typing. */
function keyed(event: KeyboardEvent): void {
	const { key, target, ctrlKey, metaKey, altKey } = event;
	if (ctrlKey || metaKey || altKey) return;
	if (target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]')) return;
	if (key === '/') field('text')?.focus();
	else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
	else return;
	event.preventDefault();
}

function step(way: 1 | -1): void {
	const list = document.getElementById('found');
	const here = document.activeElement?.closest('#found > li');
	if (way === 1 && here !== undefined && here !== null && here.nextElementSibling === null) draw(MORE_ROWS);
	const next = here ? (way === 1 ? here.nextElementSibling : here.previousElementSibling) : list?.firstElementChild;
	next?.querySelector('summary')?.focus();
	next?.scrollIntoView({ block: 'nearest' });
}

/** A search; part of the address, so that it can be shared. */
interface Query {
	readonly text: string;
	readonly suite: string;
	readonly outcome: string;
	readonly reason: string;
	readonly fate: string;
	readonly order: string;
}

const NO_QUERY: Query = { text: '', suite: '', outcome: 'failed', reason: '', fate: '', order: 'failures' };

type Choice = Exclude<keyof Query, 'text'>;
const CHOICES: readonly Choice[] = ['suite', 'outcome', 'reason', 'fate', 'order'];

/** `#samples?text=...`, without defaults. */
function hashOf(query: Query): string {
	const changed = (['text', ...CHOICES] as const).filter((name) => query[name] !== NO_QUERY[name]);
	return `#samples${changed.length === 0 ? '' : `?${new URLSearchParams(changed.map((name) => [name, query[name]]))}`}`;
}

function queryOf(hash: string): Query {
	const given = new URLSearchParams(hash.split('?')[1] ?? '');
	return { ...NO_QUERY, ...Object.fromEntries([...given].filter(([name]) => Object.hasOwn(NO_QUERY, name))) };
}

/** Places of the matching samples, in the chosen order. */
function found({ suites, reasons, fates, prompts, rows }: EmbeddedIndex, query: Query): readonly number[] {
	const text = folded(query.text.trim());
	const [suite, reason, fate] = [suites.indexOf(query.suite), reasons.indexOf(query.reason), fates.indexOf(query.fate)];
	const fits = (row: IndexRow): boolean => {
		if (query.suite !== '' && row[0] !== suite) return false;
		if (query.reason !== '' && row[5] !== reason) return false;
		if (query.fate !== '' && !row.includes(fate, FATES)) return false;
		if (!OUTCOMES[query.outcome]?.includes(row[4]) && query.outcome !== 'all') return false;
		if (text === '') return true;
		return [...(prompts[row[2]] ?? []), reasons[row[5]] ?? ''].some((part) => folded(part).includes(text));
	};
	const places = rows.flatMap((row, place) => (fits(row) ? [place] : []));
	const key = ORDERS[query.order];
	return key === undefined ? places : places.sort((one, other) => key(rows[one]) - key(rows[other]));
}

/** Ignores case and Unicode form. */
function folded(text: string): string {
	return text.normalize('NFC').toLocaleLowerCase();
}

/** Index of a row's first fate. */
const FATES = 7;

const OUTCOMES: Readonly<Record<string, readonly number[]>> = {
	failed: [0, 1],
	missed: [0],
	unscored: [1],
	passed: [2],
};

const ORDERS: Readonly<Record<string, (row: IndexRow | undefined) => number>> = {
	failures: (row) => row?.[4] ?? 0,
	slow: (row) => -(row?.[6] ?? 0),
	fast: (row) => row?.[6] ?? 0,
};

/** Id of a sample in links: suite and sample, then variant and epoch unless the first. */
function sampleName({ suites, variants, prompts }: EmbeddedIndex, [suite, variant, prompt, epoch]: IndexRow): string {
	const parts = [
		suites[suite],
		prompts[prompt]?.[0],
		variant > 0 || epoch > 0 ? variants[variant] : '',
		epoch > 0 ? epoch + 1 : '',
	];
	return `sample-${parts
		.filter((part) => part !== '')
		.map((part) => encodeURIComponent(String(part)))
		.join('_')}`;
}
