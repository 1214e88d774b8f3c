import { UsageError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import {
	ALLOWANCES,
	type AskingHeader,
	codeDifferences,
	type FieldDifference,
	type Fields,
	fieldDifferences,
	questionOf,
} from '../../eval/settings/identity.ts';
import { LOGGED_FIELDS, UNCOMPARED_FIELDS } from '../../eval/settings.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { type IdentifiedRun, systemDifferences, systemField } from './identity.ts';

export interface Comparability {
	/** Differences that forbid a comparison unless `--allow` names the field. */
	readonly blocking: readonly FieldDifference[];
	/** Differences that a comparison may be about: model, engine, machine, app, code, rescoring; seeds of sampled runs. */
	readonly varied: readonly FieldDifference[];
	/** Suites of one run only; they are not compared. */
	readonly onlyFirst: readonly string[];
	readonly onlySecond: readonly string[];
}

const SEED = 'settings.seed';

/** The identity of a run's prompts and settings. */
export interface AskingRun {
	readonly header: AskingHeader;
}

/** Compares what two runs asked: chat template, settings, and corpus, prompts, app and version of shared suites. */
export function compareIdentity(first: IdentifiedRun, second: IdentifiedRun): Comparability {
	const onlyFirst = suitesMissingIn(second, first);
	const onlySecond = suitesMissingIn(first, second);
	const judged = fieldDifferences(judgedBy(first, onlyFirst), judgedBy(second, onlySecond));
	const isInBoth = ({ first, second }: FieldDifference): boolean => first !== undefined && second !== undefined;
	return {
		blocking: [...askedDifferences(first, second), ...systemDifferences(first, second), ...judged.filter(isInBoth)],
		varied: [
			...(areDraws(first, second) ? fieldDifferences(seedOf(first), seedOf(second)) : []),
			...fieldDifferences(subject(first), subject(second)),
			...judged.filter((difference) => !isInBoth(difference)),
			// Never blocking: a config's code also names targets; the version of a suite shows whether it changed.
			...codeDifferences(first.header, second.header),
		],
		onlyFirst,
		onlySecond,
	};
}

/** Fields in which the shared suites of two runs asked something else. Parts of the app that one does not record do not count. */
export function askedDifferences(first: AskingRun, second: AskingRun): readonly FieldDifference[] {
	const found = fieldDifferences(
		asked(first, suitesMissingIn(second, first), second),
		asked(second, suitesMissingIn(first, second), first),
	);
	return areDraws(first, second) ? found.filter(({ field }) => field !== SEED) : found;
}

/** Another seed draws other answers to the same prompts, as another epoch does. */
function areDraws(...runs: readonly AskingRun[]): boolean {
	return runs.every(({ header }) => (header.settings.temperature ?? 0) > 0);
}

function seedOf({ header: { settings } }: AskingRun): Fields {
	return new Map(settings.seed === undefined ? [] : [[SEED, settings.seed]]);
}

/** What a run asked in one suite, by field. Runs with the same fields in every shared suite have no blocking difference. */
export function askedFields({ header }: AskingRun, suite: string): Readonly<Record<string, JsonValue>> {
	return Object.fromEntries(
		asked(
			{ header },
			header.suites.map(({ name }) => name).filter((name) => name !== suite),
		),
	);
}

/** Every field of a run's identity, blocking or not. */
function identityFields(run: IdentifiedRun): readonly string[] {
	const systems = run.header.suites.map(({ name }) => systemField(name));
	return [...questionOf(run.header).keys(), ...systems, ...subject(run).keys()];
}

/** Differences that a short comparison names: allowed ones, devices, apps, and engine fields that change times. */
export function namedDifferences({ blocking, varied }: Comparability): readonly FieldDifference[] {
	return [...blocking, ...varied.filter(({ field }) => NAMED.test(field))];
}

const NAMED =
	/^(?:host\.|app\.|engine\.(?:app|version|backend|threads|prefillThreads|sequences|processes|flashAttention|kvCacheType|timingsNotComparable)$)/u;

/** Formats a value of a difference on one line; hashes are shortened. */
export function differenceText(value: JsonValue | undefined): string | undefined {
	if (value === undefined) return undefined;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.length > 16 && /^[0-9a-f]+$/.test(text) ? `${text.slice(0, 12)}…` : text;
}

/** Whether `allowed` names the field or one of its parents: `corpus` allows `corpus.prefix.sha256`. */
export function isAllowed(field: string, allowed: readonly string[]): boolean {
	return allowed.some((name) => field === name || field.startsWith(`${name}.`));
}

function suitesMissingIn({ header }: AskingRun, other: AskingRun): readonly string[] {
	const names = new Set(header.suites.map(({ name }) => name));
	return other.header.suites.map(({ name }) => name).filter((name) => !names.has(name));
}

/** Where the app's language and a decision's score and threshold differ, texts are judged otherwise. */
const JUDGED = /^(?:app\.language$|decision\..*\.(?:score|threshold)$)/u;
/** What a comparison may be about, and what selects a part of the question. */
const UNASKED = /^(?:suites$|app\.(?:name|version|language|files)$|decision\.|scores\.|code of )/u;

function asked({ header }: AskingRun, alone: readonly string[], other?: AskingRun): Fields {
	const suites = header.suites.filter(({ name }) => !alone.includes(name));
	return new Map(
		[...questionOf({ ...header, suites }, other?.header)].filter(
			([field]) => !UNASKED.test(field) && !UNCOMPARED_FIELDS.has(field.replace(/^settings\./u, '')),
		),
	);
}

function subject({ header }: IdentifiedRun): Fields {
	const fields = new Map<string, JsonValue>();
	for (const part of ['model', 'engine'] as const) {
		for (const [name, value] of Object.entries(header[part])) {
			if (name === 'templateSha256' || value === undefined) continue;
			const inside =
				name === 'adapter' ? Object.entries(value).map(([key, of]) => [`${name}.${key}`, of]) : [[name, value]];
			for (const [field, of] of inside) fields.set(`${part}.${field}`, of as JsonValue);
		}
	}
	const { app, host = {} } = header;
	const named = {
		'host.device': host.device,
		'host.cpu': host.cpu,
		'host.os': host.os,
		'app.name': app?.name,
		'app.version': app?.version,
	};
	for (const [name, value] of Object.entries(named)) if (value !== undefined) fields.set(name, value);
	if (header.rescored !== undefined) fields.set('rescored.at', header.rescored.at);
	return fields;
}

function judgedBy({ header }: IdentifiedRun, alone: readonly string[] = []): Fields {
	const suites = header.suites.filter(({ name }) => !alone.includes(name));
	return new Map([...questionOf({ ...header, suites })].filter(([field]) => JUDGED.test(field)));
}

/** Throws {@link UsageError} for an allowed field that no such runs have: it is misspelt. The first run is the baseline. */
export function requireKnownFields(
	allowed: readonly string[] | undefined,
	[first, ...others]: readonly IdentifiedRun[],
): void {
	if (allowed === undefined || allowed.length === 0 || first === undefined) return;
	const known = [...new Set([...[first, ...others].flatMap(identityFields), ...OF_ANY_RUN])];
	const unknown = allowed.find((name) => !known.some((field) => isAllowed(field, [name])));
	if (unknown === undefined) return;
	const differing = others.flatMap((other) => compareIdentity(first, other).blocking.map(({ field }) => field));
	const parents = known.flatMap((field) => field.split('.').map((_, end, steps) => steps.slice(0, end + 1).join('.')));
	const near = nearestName(unknown, new Set(parents));
	const fields = differing.length > 0 ? [...new Set(differing)] : undefined;
	throw new UsageError(message('usage.allow-unknown-field', { field: unknown, near, differing: fields }));
}

/** Optional fields, and what allows resuming or merging with changes. */
const OF_ANY_RUN: readonly string[] = [
	'code',
	...ALLOWANCES,
	...['app.language', 'app.failureForm', 'app.system', 'app.tools', 'app.answers', 'app.state'],
	'model.templateSha256',
	...LOGGED_FIELDS.map((name) => `settings.${name}`),
	...['suite', 'corpus', 'prompt'],
];
