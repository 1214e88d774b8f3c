import { afterAll, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '../base/json.ts';
import { MAX_ANSWER_CHARS, readableAnswer } from './call.ts';
import { Secrets } from './environment.ts';

vi.stubEnv('GEMMARK_TEST_KEY', 'from-outside');
afterAll(() => vi.unstubAllEnvs());
const secrets = new Secrets();
secrets.fillAll({ API_KEY: 'abc-123456', Authorization: 'Bearer tok-999999', CITY: 'Seoul-north', TOKEN: 'on' }, 'env');
const read = (answer: JsonValue) => readableAnswer(answer, { tool: 'forecast', secrets, language: 'ko' });

it('a name is filled in from the environment, and is a secret unless every server has it', () => {
	expect(secrets.fill(`--key=\${GEMMARK_TEST_KEY}`, 'args')).toBe('--key=from-outside');
	const home = secrets.fill(`\${HOME}/notes`, 'args');
	expect(secrets.hide(home)).toBe(home);
});

describe('readableAnswer', () => {
	it('hides what the server was given in secret, and nothing else', () => {
		const text = 'abc-123456 tok-999999 from-outside Seoul-north on';
		expect(read({ content: [{ type: 'text', text }] })).toEqual({
			type: 'ok',
			data: '(hidden) (hidden) (hidden) Seoul-north on',
		});
		expect(read({ error: { code: 1, message: 'Bearer tok-999999 is wrong' } })).toMatchObject({
			reason: '도구 오류: (hidden) is wrong',
		});
		expect(read({ 'abc-123456': ['tok-999999'] })).toEqual({ type: 'ok', data: { '(hidden)': ['(hidden)'] } });
	});

	it('gives bytes by type and size', () => {
		const resource = { uri: 'file:///a', blob: 'AAAA' };
		const content: JsonValue = [
			{ type: 'audio', data: 'AAA=', mimeType: 'audio/wav' },
			{ type: 'resource', resource },
		];
		expect(read({ content })).toEqual({
			type: 'ok',
			data: {
				content: [
					{ type: 'audio', mimeType: 'audio/wav', bytes: 2 },
					{ type: 'resource', resource: { uri: 'file:///a', bytes: 3 } },
				],
			},
		});
	});

	it('fails where the answer would fill a context, however many bytes an image has', () => {
		const text = 'x'.repeat(MAX_ANSWER_CHARS);
		expect(read({ content: [{ type: 'text', text }] })).toMatchObject({ code: 'mcp_too_large', kind: 'exception' });
		expect(read({ content: [{ type: 'image', data: text, mimeType: 'a' }] })).toMatchObject({ type: 'ok' });
	});
});
