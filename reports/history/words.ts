import type { RowMetric } from '../../src/history/row-metrics.ts';
import type { RowFields } from '../../src/history/run-row.ts';
import { localized } from '../../src/text/text.ts';
import { type Lang, localeOf } from '../messages/catalogue.ts';

const MAX_PARTS = 12;
/** Fields shown without their name, in order. */
export const PLAIN_FIELDS: readonly string[] = [
	'app',
	'model',
	'quantization',
	'runner',
	'device',
	'cpu',
	'backend',
	'clock',
];
const HASH = /^[0-9a-f]{32,}$/u;
const CORPUS = /^corpus\.(.+)\.(?:name|version|sha256)$/su;

/** Name of a field of a run: `settings.temperature` is its temperature. */
function fieldName(field: string, lang: Lang): string {
	const words = localeOf(lang).trend;
	const [part = '', ...rest] = field.split('.');
	const last = rest.at(-1) ?? '';
	if (part === 'corpus') return words.corpus;
	if (part === 'prompt') return `${words.prompt} ${rest.join('.')}`;
	if (part === 'suite') return last === 'version' ? words.suiteVersion : last;
	if (field === 'model.templateSha256') return words.template;
	if (part === 'app' && rest.length > 0) return words.fields[field] ?? field;
	const { fields } = localeOf(lang);
	const own = rest.length === 0 ? field : last;
	return words.fields[own] ?? (Object.hasOwn(fields, own) ? (fields[own] ?? own) : own);
}

/** {@link fieldName} with the field itself, as `--allow` takes it. */
export function namedField(field: string, lang: Lang): string {
	const name = fieldName(field, lang);
	return name === field ? field : `${name} (${field})`;
}

export function fieldNames(fields: readonly string[], lang: Lang): string {
	return [...new Set(fields.map((field) => fieldName(field, lang)))].join(', ');
}

/** Values of fields, plain ones first: `habit-coach · Q4_0 · corpus prefix 2`. */
export function fieldValues(fields: RowFields, names: readonly string[], lang: Lang): string {
	const ordered = [
		...PLAIN_FIELDS.filter((name) => names.includes(name)),
		...names.filter((name) => !PLAIN_FIELDS.includes(name)),
	];
	const parts = ordered.flatMap((name) => {
		const value = fields[name];
		if (value === undefined || value === null) return [];
		const corpus = CORPUS.exec(name)?.[1];
		if (corpus !== undefined) return [corpusText(fields, corpus, lang)];
		const text = typeof value === 'boolean' ? localeOf(lang)[value ? 'yes' : 'no'] : shortText(value);
		return [PLAIN_FIELDS.includes(name) ? text : `${fieldName(name, lang)} ${text}`];
	});
	const all = [...new Set(parts)];
	return [...all.slice(0, MAX_PARTS), ...(all.length > MAX_PARTS ? ['…'] : [])].join(' · ');
}

function corpusText(fields: RowFields, suite: string, lang: Lang): string {
	const [name, version, hash] = ['name', 'version', 'sha256'].map((part) =>
		shortText(fields[`corpus.${suite}.${part}`]),
	);
	const { corpus, unversioned } = localeOf(lang).trend;
	return `${corpus} ${name}${version === 'unversioned' ? `, ${unversioned}` : ` ${version}`} (${hash})`;
}

function shortText(value: RowFields[string]): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
	return HASH.test(text) ? text.slice(0, 7) : text.slice(0, 60);
}

type NamedMetric = Pick<RowMetric, 'suite' | 'variant' | 'measure' | 'title' | 'clock'>;

/** A metric by its title or as a time: `Meaningful prefix · prefix, free decoding`. */
export function metricWords({ suite, variant, measure, title, clock }: NamedMetric, lang: Lang): string {
	const locale = localeOf(lang);
	const time = clock === undefined ? undefined : locale.metrics[measure]?.[0];
	const what = time ?? (title === undefined ? measure : localized(title, lang));
	return `${what} · ${suite}, ${locale.variant(variant)}`;
}
