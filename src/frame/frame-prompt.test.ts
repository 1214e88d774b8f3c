import { describe, expect, it } from 'vitest';
import { ConfigError } from '../errors/gemmark-error.ts';
import { buildFewShotPrompt } from './few-shot.ts';
import { DEFAULT_FRAME_PROMPT, fillPlaceholders, frameSystemSection, parseFramePrompt } from './frame-prompt.ts';

describe('parseFramePrompt', () => {
	it('cuts the text into sections that give it back when joined', () => {
		const prompt = parseFramePrompt(DEFAULT_FRAME_PROMPT);
		expect(prompt.system + prompt.fewShotHeading + prompt.example + prompt.user).toBe(DEFAULT_FRAME_PROMPT);
	});

	it('reads files with Windows line ends', () => {
		expect(parseFramePrompt(DEFAULT_FRAME_PROMPT.replaceAll('\n', '\r\n'))).toEqual(
			parseFramePrompt(DEFAULT_FRAME_PROMPT),
		);
	});

	it.each([
		['a missing section', DEFAULT_FRAME_PROMPT.replace('<FEW_SHOT>\n', '')],
		['sections out of order', '<SYSTEM>\n<USER>\n{habit_type}{raw_text}{anchor_hint}\n<FEW_SHOT>\n{l2}{l3}\n'],
		['text before <SYSTEM>', `v1\n${DEFAULT_FRAME_PROMPT}`],
		['a lost placeholder', DEFAULT_FRAME_PROMPT.replace('{raw_text}', '')],
		['an example without L3', DEFAULT_FRAME_PROMPT.replace('{l3}', '')],
		['nothing', ''],
	])('refuses %s', (_, text) => {
		expect(() => parseFramePrompt(text)).toThrow(ConfigError);
	});
});

describe('frameSystemSection', () => {
	it('is what prompts with and without examples, of any wish, begin with', () => {
		const shared = frameSystemSection();
		expect(shared.startsWith('<SYSTEM>\n')).toBe(true);
		expect(shared).not.toContain('<FEW_SHOT>');
		expect(buildFewShotPrompt({ rawText: '책 읽기', habitType: 'build' }, []).startsWith(shared)).toBe(true);
	});

	it('follows the template it is given', () => {
		const template = DEFAULT_FRAME_PROMPT.replace('코치입니다', '동료입니다');
		expect(frameSystemSection(template)).toContain('동료입니다');
		expect(
			buildFewShotPrompt({ rawText: '책', habitType: 'build' }, [], { template }).startsWith(
				frameSystemSection(template),
			),
		).toBe(true);
	});
});

describe('fillPlaceholders', () => {
	it('fills in one pass and leaves unknown names and inherited keys alone', () => {
		expect(fillPlaceholders('{a} {b} {toString} {constructor}', { a: '{b}', b: '$& $1' })).toBe(
			'{b} $& $1 {toString} {constructor}',
		);
	});
});
