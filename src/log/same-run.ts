import { canonicalJson, type JsonValue } from '../base/json.ts';
import { declaredSuite, type EvaluatedSuite, mainScore } from '../eval/header.ts';
import type { Suite } from '../eval/suite.ts';
import { withoutSecrets } from '../text/secrets.ts';

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
