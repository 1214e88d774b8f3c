import { expect, it } from 'vitest';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { type Answer, events, json, startScriptedServer } from '../../src/testing/doubles/scripted-server.ts';
import { saying } from '../../src/testing/saying.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

/** A server of that version, whose answers after some are others. */
async function serverOf(version: string, texts: (attempt: number) => string): Promise<string> {
	const answer: Answer = (response, body, attempt) => {
		const choice = { delta: { content: texts(attempt) }, finish_reason: 'stop' };
		const usage = { prompt_tokens: 190, completion_tokens: 4 };
		const model = 'gemma3:4b';
		const said = [{ model, choices: [choice] }, { model, choices: [], usage }, '[DONE]'];
		events(said)(response, body, attempt);
	};
	return (await startScriptedServer({ '/api/version': json({ version }), '/v1/chat/completions': answer })).url;
}

it('compares two servers: what changed, how many answers are the same, and whether to upgrade', async () => {
	const { gemmark } = outsideFolderFixture({});
	const old = await serverOf('0.12.6', () => '네, 그래요.');
	const same = await serverOf('0.13.0', () => '네, 그래요.');
	const other = await serverOf('0.14.0', (attempt) => (attempt < 3 ? '네, 그래요.' : '아니요.'));
	const asked = ['upgrade', '--from', old, '--model', 'gemma3:4b', '--suite', 'prefix', '--limit', '4'];
	const shipped = await gemmark(...asked, '--to', same, '--out', 'same');
	expect(shipped.stdout).toContain('engine.version: Ollama 0.12.6 -> Ollama 0.13.0');
	expect(shipped.stdout).toContain('answers    4 of 4 the same');
	expect(shipped.status).toBe(0);
	expect(shipped.stdout).toEqual(saying(localeOf('en').answer.allSame, { n: 4 }));
	const open = await gemmark(...asked, '--to', other, '--out', 'other', '--lang', 'ko');
	expect(open.stdout).toMatch(/응답 {6}4건 중 \d건 동일\. 나머지는 토큰 1/u);
	expect(open.status, open.stdout).toBe(3);
	expect((await gemmark('upgrade')).status).toBe(2);
});
