import { type AvoidanceSpan, findAvoidance, inOrder } from './avoidance.ts';
import { findConditions } from './condition.ts';
import { findRestraint } from './restraint.ts';

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
	return inOrder([...findAvoidance(text), ...findRestraint(text)]).filter((span) => {
		const words = text.slice(span.start, span.end);
		const after = text.slice(span.end, span.end + 12);
		if (
			CONCESSION.test(words.slice(-16)) ||
			(PURPOSE.test(words.slice(-16)) && !/^\s*(?:[한하할했해함합만])/.test(after))
		)
			return false;
		if (span.kind === 'long-negation' && PERSEVERANCE.test(words) && /^\s*[가-힣\d]/.test(after)) return false;
		if (span.kind === 'ban' && NAMED_BAN.test(text.slice(span.start, span.end + 12))) return false;
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
	if (/^[가-힣]*\s?(?:사람|인간)/.test(toCondition.slice(words.length).trimStart())) return false;
	if (!/[고며]$/.test(words) || /^\s*(?:나서|나면|난|있|싶)/.test(toCondition.slice(words.length))) return true;
	const before = /([가-힣]+)\s*$/.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? '';
	return !/[을를은는도]$/.test(before) && !/^[말않]|지\s?[는도를]?\s?(?:말|않)/.test(words);
}

const CONCESSION =
	/(?:않|못하|않았|안[가-힣\s]{1,10})(?:아도|더라도|을지라도)$|^안\s?[가-힣]{0,10}(?:[어아여해돼나워려와봐가써커파져]도|더라도)$/;

const PURPOSE = /(?:않|못하)(?:도록|게)$/;

/** Not ceasing, said of the act behind it: 쉬지 않고 읽는다. */
const PERSEVERANCE = /^(?:쉬|지치|멈추|그치|끊이|굴하|꺾이|포기하|빠지|빠뜨리|빼먹|거르)지[도는를]?\s*않고$/;

/** A ban that is only named: '출입 금지 구역', '금지된 장난', '금지옥엽'. */
const NAMED_BAN = /^금지(?:옥엽|[된되될]|\s?(?:구역|표지|표시|안내|목록|장소|식품|품목|조항|법))/;
