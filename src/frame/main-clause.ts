import { readRules } from '../text/rules.ts';
import { type AvoidanceKind, type AvoidanceSpan, findAvoidance, inOrder } from './avoidance.ts';
import rows from './main-clause.rules.json' with { type: 'json' };
import restraints from './restraints.rules.json' with { type: 'json' };
import { findConditions } from './shape.ts';

const RULES = readRules(rows);

/**
 * The hard-avoid expressions in what a frame says one does: those of `findAvoidance` that stand in no condition, concession
 * or purpose ('잠이 안 올 때', '끝나지 않아도', '잊지 않도록 적는다'), and predicates of restraint. In order, without overlaps; for
 * a text in NFC.
 */
export function findMainAvoidance(text: string): readonly AvoidanceSpan[] {
	const before = known.get(text);
	if (before !== undefined) return before;
	if (known.size === MOST_KNOWN) known.clear();
	const spans = mainAvoidance(text);
	known.set(text, spans);
	return spans;
}

/** Models say the same frames again and again, and every report judges them. */
const known = new Map<string, readonly AvoidanceSpan[]>();
const MOST_KNOWN = 10_000;

function mainAvoidance(text: string): readonly AvoidanceSpan[] {
	const conditions = findConditions(text).map(({ end }) => end);
	let next = 0;
	return inOrder([...findAvoidance(text), ...findRestraint(text), ...findForeignNegation(text)]).filter((span) => {
		const words = text.slice(span.start, span.end);
		const after = text.slice(span.end, span.end + 12);
		if (/^\s*모르/.test(after)) return false;
		if (
			RULES.concession.test(words.slice(-16)) ||
			(RULES.purpose.test(words.slice(-16)) && !/^\s*(?:[한하할했해함합만])/.test(after))
		)
			return false;
		if (isPositiveNegation(span, words, text)) return false;
		if (span.kind === 'ban' && RULES.namedBan.test(text.slice(span.start, span.end + 12))) return false;
		// Spans come in order, and what the nearest condition does not hold none behind it does.
		while (next < conditions.length && (conditions[next] ?? 0) < span.end) next += 1;
		const end = conditions[next];
		return end === undefined || !isWithin(text.slice(span.start, end), words, text, span.start);
	});
}

/**
 * Whether words of avoidance belong to the condition that ends behind them. Not across a sign, not where they say who one
 * is, and not where they are an act of their own before it: '술은 안 마시고 잔이 비면', against '잠이 안 오고 뒤척일 때'.
 */
function isWithin(toCondition: string, words: string, text: string, start: number): boolean {
	if (/[.!?;,\n]/.test(toCondition)) return false;
	if (RULES.ofPersonNext.test(toCondition.slice(words.length).trimStart())) return false;
	if (!/[고며]$/.test(words) || RULES.actDone.test(toCondition.slice(words.length))) return true;
	const before = /([가-힣]+)\s*$/.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? '';
	return !/[을를은는도]$/.test(before) && !RULES.longForm.test(words);
}

/**
 * Negation that says something good: a failing that one does not have, before an act or as what one is ('쉬지 않고 읽는다',
 * '참지 않고 마신다', '포기하지 않는 사람'), and a quality of a thing ('흔들리지 않는 마음을 가꾸는', '짜지 않은 국'). Not an
 * act that is left undone ('술을 마시지 않는 밤'), and no temptation that is withstood ('유혹에 흔들리지 않는').
 */
function isPositiveNegation({ kind, start, end }: AvoidanceSpan, words: string, text: string): boolean {
	const before = text.slice(Math.max(0, start - 24), start);
	const after = text.slice(end, end + 40);
	if ((kind !== 'long-negation' && kind !== 'prohibition') || RULES.temptation.test(before)) return false;
	const [, stem = '', ending = ''] = RULES.negatedStem.test(words) ? (RULES.negated.exec(words) ?? []) : [];
	if (/^(?:고|으며|면서)$/.test(ending))
		return (RULES.lapse.test(stem) || RULES.holdingBack.test(stem)) && RULES.goesOn.test(after);
	if (!/^[는은]$/.test(ending) || RULES.boundNoun.test(after)) return false;
	if (RULES.lapse.test(stem) || (ending === '은' && /[넣섞]$|첨가하$/.test(stem)) || RULES.careless.test(before))
		return true;
	const ofPerson = RULES.personOrCopula.test(after);
	return !ofPerson && (ending === '은' || RULES.state.test(stem)) && !RULES.objectBefore.test(before);
}

/**
 * Predicates that avoid without a word of negation, in a text in NFC: 못 먹는다, 그만 마신다, 멈춘다, 삼간다, 피한다, 벗어난
 * 사람, 금연한다. Only as what the sentence says in the end, or as what makes a person ('벗어난 사람'): 'TV를 멈추고 책을 편다'
 * makes room for an act.
 */
function findRestraint(text: string): readonly AvoidanceSpan[] {
	return RESTRAINTS.flatMap(({ pattern, kind, unless, ends }) =>
		Array.from(text.matchAll(pattern))
			.map((match) => ({ start: match.index, end: match.index + match[0].length, kind }))
			.filter(({ start, end }) => {
				const before = text.slice(Math.max(0, start - 16), start);
				return (
					(ends === true || isPredicate(text.slice(start, end), text.slice(end, end + 16))) &&
					unless?.test(before) !== true
				);
			}),
	);
}

interface RestraintRow {
	readonly kind: string;
	readonly unless?: string;
	readonly ends?: boolean;
}

/** The stem and whatever ending it has; `isPredicate` looks at the ending. */
const PATTERNS: Readonly<Record<string, RegExp>> = readRules(restraints);
const RESTRAINTS = Object.entries<RestraintRow>(restraints.rules).flatMap(([name, { kind, unless, ends }]) => {
	const pattern = PATTERNS[name];
	return pattern === undefined
		? []
		: [{ pattern, kind: kind as AvoidanceKind, unless: unless === undefined ? undefined : new RegExp(unless), ends }];
});

/** Whether a word ends its sentence, or makes a person or a plan of what it says. */
function isPredicate(word: string, after: string): boolean {
	const rest = after.trimStart();
	if (/며$/.test(word) && RULES.carrying.test(rest)) return true;
	if (RULES.ofPersonNext.test(rest)) return !/[고며게]$/.test(word);
	// 자제할 줄 아는 사람, 절제할 수 있는 사람
	if (RULES.ableTo.test(rest)) return true;
	if (RULES.planNoun.test(rest)) return /[ㄹ-ㅎ가-힣]$/.test(word);
	if (RULES.final.test(word) && (rest === '' || /^[^가-힣]/.test(rest))) return true;
	if (/(?:[아어여해겨뎌텨]서?)$/.test(word) && RULES.carrying.test(rest)) return true;
	if (/(?:고|며)$/.test(word)) return RULES.demanding.test(word);
	return RULES.towards.test(word) && RULES.doing.test(rest);
}

/**
 * Negation and refusal in English, Japanese or Chinese letters, in a text in NFC: 'NO', "I don't smoke", 'Stop drinking', 禁酒. Not
 * what only names one ('no라는 말을'), stands in an English condition, or says that one goes on ('never give up').
 */
function findForeignNegation(text: string): readonly AvoidanceSpan[] {
	return Array.from(text.matchAll(RULES.foreign), (match): AvoidanceSpan => {
		return { start: match.index, end: match.index + match[0].length, kind: 'prohibition' };
	}).filter(({ start, end }) => {
		const before =
			text
				.slice(Math.max(0, start - 80), start)
				.split(/[,.!?\n]/)
				.at(-1) ?? '';
		if (RULES.englishCondition.test(before)) return false;
		return !RULES.onlyNamed.test(text.slice(end, end + 16));
	});
}
