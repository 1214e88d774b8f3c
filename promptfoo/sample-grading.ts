import { mainScore } from '../src/eval/run.ts';
import type { Score, ScoreDeclaration } from '../src/eval/score.ts';
import type { GradingResult } from './promptfoo-shapes.ts';

type Scores = Readonly<Record<string, Score>>;
type Declared = Readonly<Record<string, ScoreDeclaration>>;

/** The main score as promptfoo grades, the others as its named scores; undefined where the main one is unscored or missing. */
export function sampleGrading(scores: Scores, declared: Declared): GradingResult | undefined {
	const main = mainScore({ scores: declared });
	const graded = Object.keys(declared).flatMap((name) => {
		const score = Object.hasOwn(scores, name) ? scores[name] : undefined;
		return score?.value === undefined ? [] : [gradingOf(name, score)];
	});
	const decisive = graded.find(({ assertion }) => assertion?.metric === main);
	if (decisive === undefined) return undefined;
	return {
		...decisive,
		namedScores: Object.fromEntries(graded.map(({ assertion, score }) => [assertion?.metric ?? '', score])),
	};
}

/** Why the main score says nothing, in one line; undefined where it does. */
export function unscoredReason(scores: Scores, declared: Declared): string | undefined {
	const main = mainScore({ scores: declared });
	if (main === undefined) return 'no score: the suite declares none that passes or fails';
	const {
		value,
		unscored = 'score-missing',
		detail,
	}: Partial<Score> = Object.hasOwn(scores, main) ? (scores[main] ?? {}) : {};
	if (value !== undefined) return undefined;
	return `unscored: ${unscored}${detail === undefined ? '' : `: ${detail}`}`;
}

function gradingOf(name: string, { value, reason, detail }: Score): GradingResult {
	const told = [reason, detail].filter((text) => text !== undefined).join(': ');
	return {
		pass: value !== false,
		score: Number(value),
		reason: told === '' ? `${name}: ${value === true ? 'yes' : value === false ? 'no' : value}` : told,
		assertion: { type: 'javascript', metric: name, value: `gemmark's score '${name}'` },
	};
}
