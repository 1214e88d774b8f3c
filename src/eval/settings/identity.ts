import { canonicalJson, type JsonValue, jsonOf } from '../../base/json.ts';
import { type Message, message } from '../../base/message.ts';
import type { CodeFile } from '../../corpus/manifest.ts';
import type { EngineIdentity, ModelIdentity } from '../../model/identity.ts';
import { filesBeside, partFields, partsOfBoth, promptsBeside } from '../app.ts';
import type { AppIdentity, EvaluatedSuite } from '../header.ts';
import { type LoggedSettings, RESUMABLE_FIELDS } from '../settings.ts';
import { splitName } from '../suite.ts';

/** Fields of a run's identity by name; an unrecorded one is absent. */
export type Fields = ReadonlyMap<string, JsonValue>;

/** A field in which two runs differ; an unrecorded value is absent. */
export interface FieldDifference {
	/** Such as `corpus.prefix.sha256`, `settings.temperature` or `engine.backend`. */
	readonly field: string;
	readonly first?: JsonValue;
	readonly second?: JsonValue;
}

/** What a header says of the question. */
export interface AskingHeader extends CodedHeader {
	readonly model: Pick<ModelIdentity, 'templateSha256'>;
	readonly settings: LoggedSettings;
	readonly suites: readonly (Pick<EvaluatedSuite, 'name' | 'version' | 'corpus' | 'settings' | 'usesApp'> &
		Partial<Pick<EvaluatedSuite, 'scores' | 'decision'>>)[];
	readonly app?: Partial<AppIdentity>;
}

export interface CodedHeader {
	/** Of the config, its main file first. */
	readonly code?: readonly CodeFile[];
}

/** What a header says of who answered, and where. */
interface AnsweringHeader {
	/** Version. */
	readonly gemmark?: string;
	readonly model: ModelIdentity;
	readonly engine: EngineIdentity;
	readonly host?: { readonly device?: string; readonly cpu?: string; readonly cores?: number; readonly os?: string };
}

/** What joins answers into one run. */
type Joint = 'resume' | 'merge' | 'worker';

interface Row {
	/** Whether it changes only times: then it is one of the conditions. */
	readonly onlyTimes?: (engine: EngineIdentity) => boolean;
	/** What `--allow` names to accept a difference. */
	readonly allow?: string;
	/** Where a difference is only a warning. */
	readonly doubt?: readonly Joint[];
	/** Unknown, it may be any. */
	readonly ifKnown?: true;
}

/**
 * What must be equal in two parts of a run. A field of the engine that is not here must be equal too; other fields of model and
 * machine follow from these or change nothing.
 */
const ROWS: Readonly<Record<string, Row>> = {
	gemmark: { doubt: ['resume', 'merge'] },
	'model.sha256': {},
	'model.adapter': {},
	'model.name': {}, // Without a hash.
	...Object.fromEntries(
		['sizeBytes', 'digest', 'pathSha256', 'quantization', 'architecture', 'parameters'].map((name) => [
			`model.${name}`,
			{ ifKnown: true },
		]),
	),
	'engine.backend': { allow: 'backend' },
	// Where a side has no backend.
	'engine.requestedBackend': { allow: 'backend' },
	'engine.options': { allow: 'options' },
	'engine.promptCache': { allow: 'promptCache', onlyTimes: isRepeatable },
	'engine.threads': { allow: 'threads', onlyTimes: sumsAlike },
	'engine.prefillThreads': { allow: 'threads', onlyTimes: sumsAlike },
	'engine.processes': { onlyTimes: () => true },
	// A phone's drivers come with its system.
	'host.device': { allow: 'device', onlyTimes: ({ runner }) => runner !== 'device' },
	'host.os': { allow: 'device' },
	// Nobody chooses the machine of a shard; another vector width moves near ties.
	'host.cpu': { allow: 'cpu', doubt: ['merge', 'worker'], onlyTimes: ({ runner }) => ELSEWHERE.has(runner) },
	'host.cores': { onlyTimes: () => true },
};

/** What `--allow` accepts of an identity, beside `code`. */
export const ALLOWANCES: readonly string[] = [
	...new Set(Object.values(ROWS).flatMap(({ allow }) => (allow === undefined ? [] : [allow]))),
];

/** Found out by a probe, or said of other fields. */
const DERIVED: ReadonlySet<string> = new Set(['engine.threadsFrom', 'engine.timingsNotComparable']);
/** Runners whose answers are made on another machine, or long ago. */
const ELSEWHERE: ReadonlySet<string> = new Set(['device', 'openai', 'replay']);

/** Whether an engine is proven to give equal bits for equal requests, whatever it was asked before. */
export function isRepeatable({ runner, backend, sequences = 1 }: Partial<EngineIdentity>): boolean {
	return runner === 'llama-cpp' && backend === 'cpu' && sequences === 1;
}

/** Whether each sum is one thread's, so that their number changes no bit: flash attention divides sums among threads. */
function sumsAlike(engine: EngineIdentity): boolean {
	return isRepeatable(engine) && engine.flashAttention !== true;
}

/** What was asked: suites, corpus, prompts, app, settings, template. What `other` does not record of app and code is left out. */
export function questionOf({ model, settings, suites, app, code }: AskingHeader, other?: AskingHeader): Fields {
	const parts = other && partsOfBoth(app?.content, other.app?.content);
	const { name, version, language, failureForm, files = [], content } = app ?? {};
	const usesApp = suites.length === 0 || suites.some((suite) => suite.usesApp !== false);
	return fieldsOf([
		['suites', suites.map((suite) => suite.name)],
		...suites.flatMap(({ name: suite, version: since, settings: own, corpus, usesApp: uses }): readonly Entry[] => [
			[`suite.${suite}.version`, since],
			...under(`suite.${suite}`, own),
			...under(`corpus.${suite}`, { ...corpus, prompts: undefined, split: splitName(corpus) }),
			...promptsBeside({ corpus, usesApp: uses }, content, parts).map(
				(prompt): Entry => [`prompt.${suite}.${prompt.name}`, prompt.sha256],
			),
		]),
		...(usesApp ? partFields(content, parts) : []),
		['model.templateSha256', model.templateSha256],
		...under('settings', settings).filter(([field, value]) => !isOff(field, value)),
		...under('app', { failureForm: usesApp ? failureForm : undefined, language, name, version }),
		['app.files', app && filesBeside(files, content, parts).map(({ sha256 }) => sha256)],
		...suites.flatMap((suite) => [...under(`decision.${suite.name}`, decisionOf(suite)), scoresOf(suite)]),
		...codeFields(code, other),
	]);
}

function decisionOf({ decision }: AskingHeader['suites'][number]): object | undefined {
	if (decision === undefined) return undefined;
	const { score, threshold, paths } = decision;
	const shown = paths.map(({ name, policy }) => ({ name, policy }));
	return { score, threshold: `${threshold.hits} of ${threshold.of}`, paths: shown };
}

/** Without titles. */
function scoresOf({ name, scores }: AskingHeader['suites'][number]): Entry {
	const shown = Object.entries(scores ?? {}).map(([score, { kind, unit, direction = 'higher', main = false }]) => {
		return { name: score, kind, unit, direction, main };
	});
	return [`scores.${name}`, scores && shown];
}

/** A run without the option does not think; a shard asks a part of the same. */
function isOff(field: string, value: unknown): boolean {
	return RESUMABLE_FIELDS.has(field.slice('settings.'.length)) || (field === 'settings.thinking' && value === 'off');
}

/** Files of the config that differ; none if one of them does not record its code. */
export function codeDifferences(one: CodedHeader, other: CodedHeader): readonly FieldDifference[] {
	return fieldDifferences(fieldsOf(codeFields(one.code, other)), fieldsOf(codeFields(other.code, one)));
}

/** A renamed config is the same file. */
function codeFields(code: CodedHeader['code'] = [], other?: CodedHeader): readonly Entry[] {
	if (other !== undefined && other.code === undefined) return [];
	return code.map(({ name, sha256 }, index) => [`${CODE_OF}${index === 0 ? 'the config' : name}`, sha256]);
}

export const CODE_OF = 'code of ';

/** Who answered: the weights, and of engine, machine and gemmark what answers depend on. */
export function subjectOf(header: AnsweringHeader): Fields {
	return rowFields(header, (row) => row.onlyTimes?.(header.engine) !== true);
}

/** What only times depend on. */
function conditionsOf(header: AnsweringHeader): Fields {
	return rowFields(header, (row) => row.onlyTimes?.(header.engine) === true);
}

function rowFields({ gemmark, model, engine, host }: AnsweringHeader, fits: (row: Row) => boolean): Fields {
	const all: readonly Entry[] = [
		['gemmark', gemmark],
		...under('model', { ...model, name: model.sha256 === undefined ? model.name : undefined }),
		...under('host', { ...host, os: engine.runner === 'device' ? host?.os : undefined }),
		...under('engine', { ...engine, processes: engine.processes ?? 1 }),
	];
	return fieldsOf(
		all.filter(([field]) => {
			const row = ROWS[field] ?? (field.startsWith('engine.') && !DERIVED.has(field) ? {} : undefined);
			return row !== undefined && fits(row);
		}),
	);
}

/** In what the machine and the setup of two runs differ, as far as both are known: their times do not compare. */
export function otherTimes(one: AnsweringHeader, other: AnsweringHeader): readonly string[] {
	const [was, is] = [one, other].map((header) =>
		rowFields(header, ({ allow, onlyTimes }) => allow !== undefined || onlyTimes !== undefined),
	) as [Fields, Fields];
	return fieldDifferences(was, is).filter(isInBoth).map(differenceWords);
}

/** Differences of two parts of a run. */
export interface PartDifferences {
	/** Those for which they are not parts of one run. */
	readonly refused: readonly FieldDifference[];
	/** Those for which answers may differ, allowed or unavoidable. */
	readonly doubted: readonly FieldDifference[];
	/** Those that only times depend on. */
	readonly times: readonly FieldDifference[];
}

type PartHeader = AskingHeader & AnsweringHeader;

/** In what two parts of a run differ, apart from the shard. `allow`: names of {@link ALLOWANCES}, and `code`. */
export function partDifferences(
	one: PartHeader,
	other: PartHeader,
	joint: Joint,
	allow: readonly string[] = [],
): PartDifferences {
	const asked = fieldDifferences(questionOf(one, other), questionOf(other, one));
	const [first, second] = [subjectOf(one), subjectOf(other)];
	const answered = fieldDifferences(
		new Map([...first, ...conditionsOf(one)]),
		new Map([...second, ...conditionsOf(other)]),
	);
	// What changes the answers of one engine may change only times of the other.
	const isOfSubject = ({ field }: FieldDifference): boolean => first.has(field) || second.has(field);
	const isOther = (found: FieldDifference): boolean => isOfSubject(found) && counts(found, one.engine, other.engine);
	const found = [...asked, ...answered.filter(isOther)];
	const isDoubt = ({ field }: FieldDifference): boolean =>
		ROWS[field]?.doubt?.includes(joint) === true || allow.includes(allowanceOf(field) ?? '');
	return {
		refused: found.filter((difference) => !isDoubt(difference)),
		doubted: found.filter(isDoubt),
		times: answered.filter((difference) => !isOfSubject(difference) && isInBoth(difference)),
	};
}

/** What a run of such parts has to say. */
export function doubtsOf({ doubted, times }: Omit<PartDifferences, 'refused'>): readonly Message[] {
	return [
		...(doubted.length === 0 ? [] : [message('run.mixed-answers', { fields: doubted.map(differenceWords) })]),
		...(times.length === 0 ? [] : [message('run.mixed-times', { fields: times.map(differenceWords) })]),
	];
}

/** What `--allow` has to name to accept all of these fields; empty where one of them cannot be. */
export function allowancesOf(fields: readonly string[]): readonly string[] {
	const names = fields.map(allowanceOf);
	return names.includes(undefined) ? [] : [...new Set(names as string[])];
}

/** What `--allow` names to accept a difference in the field. */
export const allowanceOf = (field: string): string | undefined =>
	field.startsWith(CODE_OF) ? 'code' : ROWS[field]?.allow;

/** An effective backend that a side does not know leaves the one that was asked for. */
export function counts(difference: FieldDifference, one: EngineIdentity, other: EngineIdentity): boolean {
	const { field } = difference;
	const known = one.backend !== undefined && other.backend !== undefined;
	if (field === 'engine.requestedBackend') return !known;
	if (field === 'engine.backend') {
		return known || one.requestedBackend === undefined || other.requestedBackend === undefined;
	}
	return ROWS[field]?.ifKnown !== true || isInBoth(difference);
}

function isInBoth({ first, second }: FieldDifference): boolean {
	return first !== undefined && second !== undefined;
}

export function fieldDifferences(first: Fields, second: Fields): readonly FieldDifference[] {
	return [...new Set([...first.keys(), ...second.keys()])].flatMap((field) => {
		const one = first.get(field);
		const other = second.get(field);
		if (one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other)) return [];
		return [{ field, first: one, second: other }];
	});
}

/** `prefill threads 1 and 4`, for people. */
function differenceWords({ field, first, second }: FieldDifference): string {
	if (field.startsWith(CODE_OF)) return field;
	const name = field.replace(/^.*\./u, '').replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
	return `${name === 'cpu' ? 'CPU' : name} ${valueWords(first)} and ${valueWords(second)}`;
}

function valueWords(value: JsonValue = 'unknown'): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return typeof value === 'object' ? canonicalJson(value) : String(value);
}

type Entry = readonly [field: string, value: unknown];

function under(prefix: string, values: object = {}): readonly Entry[] {
	return Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]);
}

function fieldsOf(entries: readonly Entry[]): Fields {
	return new Map(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, jsonOf(value)] as const])));
}
