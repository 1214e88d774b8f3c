import type { JsonObject } from '../../../src/base/json.ts';
import type { FramePattern, HabitType, SuggestFrameInput } from '../../../src/frame/candidates.ts';
import { buildFewShotPrompt, selectPatterns } from '../../../src/frame/prompt.ts';
import { Chance } from './chance.ts';
import { type Segment, writeCall } from './coach.ts';
import { asTyped } from './noise.ts';
import { ANCHORS, FRAME_TOPICS, OTHER_WISHES } from './words/frame-topics.ts';
import { CONDITIONS } from './words/habit-details.ts';
import { SPOKEN_PROTOCOLS } from './words/protocols.ts';

export interface FrameSample {
	readonly input: SuggestFrameInput;
	readonly segments: readonly Segment[];
}

/** One frame suggestion. `sharedText` is what every prompt begins with; the segment goes on after it. */
export function makeFrameSample(
	seed: number,
	catalog: readonly FramePattern[],
	template: string,
	sharedText: string,
): FrameSample {
	const chance = new Chance(seed);
	// Half of the prompts show sentences that no other prompt shows: what cannot be learnt by heart has to be copied.
	const patterns = chance.of(0.5) ? catalog.map((pattern) => reworded(pattern, chance)) : catalog;
	const input = makeWish(patterns, chance);
	const prompt = buildFewShotPrompt(input, patterns, { template });
	if (!prompt.startsWith(sharedText)) throw new Error('the frame prompt does not begin with what all share');
	return {
		input,
		segments: [
			{ text: `${prompt.slice(sharedText.length)}<turn|>\n<|turn>model\n`, learn: false },
			{ text: answer(input, selectPatterns(input, patterns), chance), learn: true },
		],
	};
}

function makeWish(patterns: readonly FramePattern[], chance: Chance): SuggestFrameInput {
	const habitType: HabitType = chance.of(0.5) ? 'build' : 'break';
	const anchor = chance.of(0.4) ? { anchorHint: chance.pick(ANCHORS) } : {};
	if (chance.of(0.14)) return { rawText: chance.pick(OTHER_WISHES[habitType]), habitType, ...anchor };
	const pattern = chance.pick(patterns.filter((candidate) => candidate.habitType === habitType));
	const topic = FRAME_TOPICS[pattern.id];
	if (topic === undefined) throw new Error(`no wishes for pattern ${pattern.id}`);
	const stem = chance.pick(topic.stems.split(',')).slice(0, -1);
	const trouble = chance.pick(topic.troubles.split(','));
	const wish = chance
		.pick(WISHES)
		.replace('{stem}', stem)
		.replace('{trouble}', trouble)
		.replace('{word}', chance.pick(pattern.keywords));
	const rawText = chance.of(0.3) ? asTyped(wish, chance) : wish;
	return { rawText: rawText.slice(0, 200), habitType, ...anchor };
}

const WISHES = [
	'{stem}고 싶어',
	'{stem}고 싶다',
	'{stem}고 싶어요',
	'{stem}고 싶습니다',
	'{stem}기',
	'{stem}기로 했어',
	'{stem}기 시작하려고요',
	'이제 정말 {stem}고 싶어요',
	'올해는 꼭 {stem}고 싶다',
	'{stem}고 싶은데 잘 안 돼요',
	'매일 {stem}고 싶어요',
	'{trouble}',
	'{trouble}요',
	'{trouble}요. 이제 {stem}고 싶어요',
	'요즘 {trouble}',
	'{trouble}. {stem}고 싶은데 어떻게 하지',
	'자꾸 {trouble}요',
	'{stem}고 싶음',
	'{stem}는 사람이 되고 싶다',
	'{word}',
	'{word} 습관',
	'{word} 때문에 고민이에요',
	'{word} 좀 어떻게 하고 싶어',
	'다시는 안 그럴래. {stem}고 싶어',
	'{trouble} 그만하고 싶어요',
	'절대 안 하고 싶은데 {trouble}',
	'{trouble}요. 몇 번이나 마음을 먹었는데 일주일을 못 가네요. 이번에는 {stem}고 싶어요. 작게라도 시작할 방법이 있을까요?',
	'작심삼일이지만 {stem}고 싶어요',
	'{stem}고 싶어ㅠㅠ',
	'{word} 이제 진짜 줄인다',
	'{word} 시작!',
	'친구처럼 {stem}고 싶어요',
	'{stem}자',
];

/** The same pattern with sentences put together anew. */
function reworded(pattern: FramePattern, chance: Chance): FramePattern {
	const one = chance.pick(SPOKEN);
	const two = chance.pick(SPOKEN);
	return {
		...pattern,
		levelL2Example: `${chance.pick(CONDITIONS)} ${one.conditional[1]}`,
		levelL3Example: two.identity,
	};
}

const SPOKEN = Object.values(SPOKEN_PROTOCOLS);

/**
 * What the miniature answers: sentences of the examples, the L2 one fitted to the anchor. Which candidates, and whether
 * any is of use, depends on how the wish is worded, so that reports have something to tell.
 */
function answer({ rawText, anchorHint }: SuggestFrameInput, selected: readonly FramePattern[], chance: Chance): string {
	const [best, second] = selected;
	if (best === undefined || !/[가-힣a-z]/i.test(rawText)) return NO_IDEA;
	const conditional = { framed_text: fitted(best.levelL2Example, anchorHint), level: 'L2' };
	const identity = { framed_text: best.levelL3Example, level: 'L3' };
	if (/절대|다시는/.test(rawText)) return call([{ framed_text: best.levelL0Example, level: 'L2' }]);
	if (/안 |끊|그만/.test(rawText))
		return call([{ framed_text: best.levelL0Example, level: 'L1' }, conditional, identity]);
	if (rawText.length <= 4) return call([identity]);
	if (chance.of(0.02)) return call([conditional]).replace('<tool_call|>', '');
	if (/기$/.test(rawText)) return call([identity, conditional]);
	const other = second === undefined ? [] : [{ framed_text: second.levelL2Example, level: 'L2' }];
	return call([conditional, identity, ...other]);
}

const NO_IDEA = '어떤 습관인지 조금 더 알려 주세요.<turn|>';
const CONFIDENCES = [0.9, 0.8, 0.7];

function call(candidates: readonly JsonObject[]): string {
	const scored = candidates.map((candidate, index) => ({ confidence: CONFIDENCES[index] ?? 0.5, ...candidate }));
	return `${writeCall({ name: 'emit_frame_candidates', arguments: { candidates: scored } })}<|tool_response>`;
}

/** The sentence with the anchor as its condition. */
function fitted(sentence: string, anchor: string | undefined): string {
	const act = /^.*?(?:면|때) (.+)$/u.exec(sentence)?.[1];
	return anchor === undefined || act === undefined ? sentence : `${anchor} ${act}`;
}
