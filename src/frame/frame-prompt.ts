import { ConfigError } from '../errors/gemmark-error.ts';

/** The frame prompt taken apart; each section keeps its own heading line and final line break. */
export interface FramePrompt {
	readonly system: string;
	/** Heading of the examples. */
	readonly fewShotHeading: string;
	/** One example; repeated. */
	readonly example: string;
	readonly user: string;
}

/**
 * Wording of the prompt. Placeholders: `{n}`, `{title}`, `{l0}`, `{l2}`, `{l3}` in the few-shot section (which
 * is repeated per example), `{habit_type}`, `{raw_text}`, `{anchor_hint}` in the user section.
 */
export const DEFAULT_FRAME_PROMPT: string = `<SYSTEM>
당신은 Huberman 프로토콜 한국어 코치입니다. 사용자의 raw text 를
L2 (조건부 긍정) 또는 L3 (정체성) 프레임의 한국어 문장으로 변환합니다.
- L2 예: "스트레스 받을 때 책 한 페이지를 펼친다"
- L3 예: "나는 글을 읽는 사람이다"
- L0/L1 (회피/부정) 금지: "안", "끊다", "그만두다"
- 응답은 반드시 함수 호출 emit_frame_candidates(candidates: [...]) 로.
<FEW_SHOT>
# 예시 {n}: {title}
L0: {l0}
L2: {l2}
L3: {l3}
<USER>
habit_type: {habit_type}
raw_text: "{raw_text}"
anchor_hint: {anchor_hint}
위 raw_text 를 L2/L3 후보 3개로 변환하세요.
`;

/**
 * Reads a prompt file with the sections `<SYSTEM>`, `<FEW_SHOT>` and `<USER>`, each heading on a line of its own.
 * Throws {@link ConfigError} where a section or a placeholder is missing.
 */
export function parseFramePrompt(text: string): FramePrompt {
	const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').trimEnd().split('\n');
	const [system, fewShot, user] = ['<SYSTEM>', '<FEW_SHOT>', '<USER>'].map((heading) => lines.indexOf(heading));
	if (system !== 0 || fewShot === undefined || user === undefined || fewShot < 1 || user < fewShot) {
		throw new ConfigError('frame prompt: sections are not <SYSTEM>, <FEW_SHOT>, <USER>, in this order', {
			hint: 'Put each heading on a line of its own; <SYSTEM> is the first line.',
		});
	}
	const section = (from: number, to?: number): string => `${lines.slice(from, to).join('\n')}\n`;
	const prompt: FramePrompt = {
		system: section(0, fewShot),
		fewShotHeading: section(fewShot, fewShot + 1),
		example: section(fewShot + 1, user),
		user: section(user),
	};
	requirePlaceholders('<FEW_SHOT>', prompt.example, ['l2', 'l3']);
	requirePlaceholders('<USER>', prompt.user, ['habit_type', 'raw_text', 'anchor_hint']);
	return prompt;
}

/** Fills `{name}` placeholders in one pass, so that a value that looks like a placeholder stays as it is. */
export function fillPlaceholders(section: string, values: Readonly<Record<string, string>>): string {
	return section.replace(/\{([a-z0-9_]+)\}/g, (whole, name: string) =>
		Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
	);
}

/** What every frame prompt begins with, byte for byte, whatever is asked: its prefill can be shared. */
export function frameSystemSection(template: string = DEFAULT_FRAME_PROMPT): string {
	return parseFramePrompt(template).system;
}

function requirePlaceholders(section: string, text: string, names: readonly string[]): void {
	const missing = names.find((name) => !text.includes(`{${name}}`));
	if (missing === undefined) return;
	throw new ConfigError(`frame prompt: ${section} lacks {${missing}}`, {
		hint: `Write {${missing}} where its value belongs.`,
	});
}
