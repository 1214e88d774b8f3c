import { canonicalJson, type JsonValue, jsonOf } from '../base/json.ts';
import { type AppPart, filesBeside, partFields, partsOfBoth, promptsBeside } from '../eval/app.ts';
import type { Decision } from '../eval/decision.ts';
import { type AppIdentity, declaredSuite, type EvaluatedSuite, mainScore } from '../eval/run.ts';
import { RESUMABLE_FIELDS } from '../eval/settings.ts';
import type { Suite } from '../eval/suite.ts';
import { codeField, differingCode } from '../summary/compare/identity.ts';
import { withoutSecrets } from '../text/secrets.ts';
import type { LogHeader } from './record.ts';

/** Measured, chosen by a probe, or without influence on what is generated. */
const NO_IDENTITY = new Set([
	'threads',
	'prefillThreads',
	'threadsFrom',
	'processes',
	'timingsNotComparable',
	'promptCache',
	'sharePrefix',
	'backend',
]);

/**
 * Fields of two runs' identity that differ: everything that can change a sample, except the shard, and the code if allowed.
 * Empty if their samples belong together.
 */
export function differingFields(one: LogHeader, other: LogHeader, allow: readonly string[] = []): readonly string[] {
	const parts = partsOfBoth(one.app?.content, other.app?.content);
	const [first, second] = [identityFields(one, parts), identityFields(other, parts)];
	const fields = [...new Set([...first.keys(), ...second.keys()])].filter(
		(field) => canonicalJson(first.get(field) ?? null) !== canonicalJson(second.get(field) ?? null),
	);
	const weights = fields.includes('model') ? [] : otherWeights(one, other);
	const code = allow.includes('code') ? [] : differingCode(one, other).map(codeField);
	return [...fields, ...weights, ...code];
}

/** Differences in the weights that servers report for a model's name; a field that one run lacks is unknown. */
function otherWeights({ model }: LogHeader, other: LogHeader): readonly string[] {
	const fields = [
		['digest', 'digest'],
		['pathSha256', 'path'],
		['quantization', 'quantization'],
		['architecture', 'architecture'],
		['parameters', 'parameters'],
	] as const;
	return fields.flatMap(([field, word]) => {
		const [was, is] = [model[field], other.model[field]];
		return was === undefined || is === undefined || was === is ? [] : [`model ${word}`];
	});
}

/** Identity by readable field name: every field of these parts that is not in `NO_IDENTITY`. */
function identityFields(
	{ model, engine, settings, suites, app }: LogHeader,
	parts: readonly AppPart[],
): ReadonlyMap<string, JsonValue> {
	const { thinking, ...chosen } = settings;
	const fields = new Map<string, unknown>([
		['model', model.sha256 ?? model.name],
		['template', model.templateSha256],
		...Object.entries(engine)
			.filter(([name]) => !NO_IDENTITY.has(name))
			.map(([name, value]) => [`engine ${name}`, value] as const),
		...Object.entries(chosen).filter(([name]) => !RESUMABLE_FIELDS.has(name)),
		// Absent means off.
		['thinking', thinking === 'off' ? undefined : thinking],
		['app', app && appFields(app, parts)],
		...partFields(app?.content, parts),
		['suites', suites.map(({ name }) => name)],
		...suites.flatMap(({ name, version, corpus, settings: own, scores, decision, usesApp }) => [
			[`version of ${name}`, version] as const,
			[`scores of ${name}`, scoresOf(scores)] as const,
			[`decision of ${name}`, decision && decisionOf(decision)] as const,
			[
				`corpus of ${name}`,
				[corpus.sha256, ...promptsBeside({ corpus, usesApp }, app?.content, parts).map(({ sha256 }) => sha256)],
			] as const,
			...Object.entries(own ?? {}).map(([option, value]) => [`${option} of ${name}`, value] as const),
		]),
	]);
	return new Map(
		Array.from(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, jsonOf(value)] as const])),
	);
}

function appFields(
	{ name, version, language, failureForm, files = [], content }: AppIdentity,
	parts: readonly AppPart[],
): unknown {
	return {
		name,
		version,
		language,
		failureForm,
		files: filesBeside(files, content, parts).map(({ sha256 }) => sha256),
	};
}

/** Without titles, which are not part of the identity. */
function scoresOf(scores: EvaluatedSuite['scores']): unknown {
	return Object.entries(scores).map(([name, { kind, unit, direction = 'higher', main = false }]) => {
		return { name, kind, unit, direction, main };
	});
}

function decisionOf({ score, threshold, paths }: Decision): unknown {
	return { score, threshold, paths: paths.map(({ name, policy }) => ({ name, policy })) };
}

/** A field in which the suite of a log differs from the installed suite; an unrecorded value is absent. */
export interface SuiteDifference {
	/** Such as `version`, `settings.strings` or `decision.threshold`. */
	readonly field: string;
	readonly logged?: JsonValue;
	readonly known?: JsonValue;
}

/** Differences that make the log's samples and scores inapplicable to the installed suite. */
export function identityDifferences(logged: EvaluatedSuite, suite: Suite): readonly SuiteDifference[] {
	return differences(logged, suite, suiteIdentityFields);
}

/** Those that rescoring cannot fix: corpus and prompts. A captured app records no prompt files. */
export function askedDifferences(logged: EvaluatedSuite, suite: Suite): readonly SuiteDifference[] {
	const { prompts } = logged.corpus;
	const files = prompts.length === 0 ? [] : [...prompts, ...suite.corpus.prompts];
	const asked = new Set(['corpus', ...files.map(({ name }) => name)]);
	return identityDifferences(logged, suite).filter(({ field }) => asked.has(field));
}

/** Differences in the declared scores, decision and facets, which change verdicts and metrics. */
export function declaredDifferences(logged: EvaluatedSuite, suite: Suite): readonly SuiteDifference[] {
	return differences(logged, suite, declaredFields);
}

/** `version (1, here 2), corpus`: with values if they are short. */
export function differencesText(found: readonly SuiteDifference[]): string {
	return found.map(({ field, logged, known }) => `${field}${valuesText(logged, known)}`).join(', ');
}

function suiteIdentityFields({ version, corpus, settings = {}, scores }: EvaluatedSuite): Fields {
	return {
		version,
		corpus: corpus.sha256,
		...fieldsOf(corpus.prompts.map(({ name, sha256 }) => [name, sha256])),
		...fieldsOf(Object.entries(settings).map(([name, value]) => [`settings.${name}`, value])),
		...fieldsOf(Object.keys(scores).map((name) => [`scores.${name}`, true])),
	};
}

function declaredFields(suite: EvaluatedSuite): Fields {
	const { scores, decision, facets } = suite;
	return {
		main: mainScore(suite),
		...fieldsOf(
			Object.entries(scores).flatMap(([name, { kind, unit, direction = 'higher', budget }]) =>
				Object.entries({ kind, unit, direction, budget }).map(([field, value]) => [`scores.${name}.${field}`, value]),
			),
		),
		...(decision && {
			'decision.score': decision.score,
			'decision.threshold': `${decision.threshold.hits} of ${decision.threshold.of}`,
			'decision.paths': decision.paths.map(({ name }) => name).join(', else '),
			...fieldsOf(
				decision.paths.flatMap(({ name, ...path }) =>
					Object.entries(path).map(([field, value]) => [`decision.paths.${name}.${field}`, value as JsonValue]),
				),
			),
		}),
		facets: Object.keys(facets ?? {})
			.toSorted()
			.join(', '),
	};
}

type Fields = Readonly<Record<string, JsonValue | undefined>>;

function fieldsOf(entries: readonly (readonly [string, JsonValue | undefined])[]): Fields {
	return Object.fromEntries(entries);
}

/** Compares the log's suite with the installed one as a log would record it. */
function differences(
	logged: EvaluatedSuite,
	suite: Suite,
	read: (suite: EvaluatedSuite) => Fields,
): readonly SuiteDifference[] {
	const declared = withoutSecrets(declaredSuite(suite, { skipped: [], planned: 0 }));
	const [said, known] = [read(logged), read(JSON.parse(JSON.stringify(declared)) as EvaluatedSuite)];
	return [...new Set([...Object.keys(said), ...Object.keys(known)])].flatMap((field) => {
		const [one, other] = [said[field], known[field]];
		const same =
			one === undefined ? other === undefined : other !== undefined && canonicalJson(one) === canonicalJson(other);
		return same ? [] : [{ field, logged: one, known: other }];
	});
}

function valuesText(logged: JsonValue | undefined, known: JsonValue | undefined): string {
	if (!isShort(logged) || !isShort(known) || (logged === undefined && known === undefined)) return '';
	return ` (${valueText(logged)}, here ${valueText(known)})`;
}

/** Neither a hash nor a long text. */
function isShort(value: JsonValue | undefined): boolean {
	return value !== true && typeof value !== 'object' && String(value).length <= MAX_CHARS;
}

function valueText(value: JsonValue | undefined): string {
	return value === undefined || value === '' ? 'none' : String(value);
}

const MAX_CHARS = 40;
