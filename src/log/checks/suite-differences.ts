import { declaredSuite, type EvaluatedSuite } from '../../eval/evaluated-run.ts';
import { mainScore } from '../../eval/score/main-score.ts';
import type { Suite } from '../../eval/suite/suite.ts';
import { canonicalJson, type JsonValue } from '../../json/json-value.ts';
import { withoutSecrets } from '../../text/secret/secret.ts';

/** A field of a suite that a log's header tells otherwise than the suite as it is known here; what one does not tell is absent. */
export interface SuiteDifference {
	/** Such as `version`, `settings.strings` or `decision.threshold`. */
	readonly field: string;
	readonly logged?: JsonValue | undefined;
	readonly known?: JsonValue | undefined;
}

/** Where they differ in these, nothing that the one asked and scored says anything of the other. */
export function identityDifferences(logged: EvaluatedSuite, suite: Suite): readonly SuiteDifference[] {
	return differences(logged, suite, identityFields);
}

/** Those of them that no scoring mends: what was asked, and expected, stays as the run has it. An app that was captured tells no file of it. */
export function askedDifferences(logged: EvaluatedSuite, suite: Suite): readonly SuiteDifference[] {
	const { prompts } = logged.corpus;
	const files = prompts.length === 0 ? [] : [...prompts, ...suite.corpus.prompts];
	const asked = new Set(['corpus', ...files.map(({ name }) => name)]);
	return identityDifferences(logged, suite).filter(({ field }) => asked.has(field));
}

/** Where the same suite declares its scores, its decision or its facets otherwise: what decides a verdict or a metric, or stands in it. */
export function declaredDifferences(logged: EvaluatedSuite, suite: Suite): readonly SuiteDifference[] {
	return differences(logged, suite, declaredFields);
}

/** `version (1, here 2), corpus`: values where they are short enough to tell something. */
export function differencesText(found: readonly SuiteDifference[]): string {
	return found.map(({ field, logged, known }) => `${field}${valuesText(logged, known)}`).join(', ');
}

/** Only what a log's own checks cannot see by the log alone. */
function identityFields({ version, corpus, settings = {}, scores }: EvaluatedSuite): Fields {
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

/** The suite as a log would have it. */
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
	if (!isTold(logged) || !isTold(known) || (logged === undefined && known === undefined)) return '';
	return ` (${valueText(logged)}, here ${valueText(known)})`;
}

/** Neither a hash nor a text of many words. */
function isTold(value: JsonValue | undefined): boolean {
	return value !== true && typeof value !== 'object' && String(value).length <= MOST_CHARS;
}

function valueText(value: JsonValue | undefined): string {
	return value === undefined || value === '' ? 'none' : String(value);
}

const MOST_CHARS = 40;
