import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLogFile } from '../../src/log/read-log.ts';
import { type Answer, events, json, startScriptedServer } from '../../src/testing/doubles/scripted-server.ts';
import { cli, outsideFolderFixture } from '../outside-folder-fixture.ts';

/** A server that fails on its second prompt until `recover` is called, as gemma and as gemma-2, and a folder to run in. */
async function stage() {
	const { folder } = outsideFolderFixture({});
	let fails = true;
	const chat: Answer = (response, body, attempt) => {
		const { model } = body as { readonly model: string };
		const said = { model, choices: [{ delta: { content: '네, 그래요.' }, finish_reason: 'stop' }] };
		(fails && attempt === 2 ? json({ error: 'out of luck' }, 400) : events([said, '[DONE]']))(response, body, attempt);
	};
	const server = await startScriptedServer({
		'/v1/models': json({ data: [{ id: 'gemma' }, { id: 'gemma-2' }] }),
		'/v1/chat/completions': chat,
	});
	const options = ['--runner', 'openai', '--suite', 'prefix', '--limit', '3', '--seed', '5', '--max-failures', '1'];
	return {
		folder,
		prompts: () => server.requests.filter(({ path }) => path === '/v1/chat/completions').length,
		recover: () => {
			fails = false;
		},
		first: (baseUrl: string, ...args: string[]) =>
			cli(['run', ...options, '--base-url', baseUrl.replace('URL', server.url), ...args], folder),
		log: (run: string) => readLogFile(join(folder, run, 'log.jsonl')),
		url: server.url,
	};
}

describe('gemmark run --resume', () => {
	it('goes on with the options of the newest run alone', async () => {
		const { folder, first, recover, log, prompts } = await stage();
		expect(await first('URL', '--model', 'gemma')).toMatchObject({ status: 3 });
		recover();
		const resumed = await cli(['run', '--resume'], folder);
		expect(resumed).toMatchObject({ status: 0 });
		const { header, samples, footer } = await log('results/latest');
		expect(header).toMatchObject({ settings: { seed: 5, limit: 3 }, model: { name: 'gemma' } });
		expect([samples.length, footer?.outcome, prompts()]).toEqual([3, 'complete', 1 + 2 + 1 + 2]);
	});

	it('takes options that add nothing to a sample, and refuses others', async () => {
		const { folder, first, recover } = await stage();
		await first('URL', '--model', 'gemma', '--out', 'run');
		recover();
		const again = (...args: string[]) => cli(['run', '--resume', '--out', 'run', ...args], folder);
		expect((await again('--seed', '6')).stderr).toMatch(/seed differs/u);
		expect(await again('--seed', '5', '--quiet', '--lang', 'ko')).toMatchObject({ status: 0 });
	});

	it('goes on with the one of several models that its folder is of', async () => {
		const { folder, first, recover, log } = await stage();
		await first('URL', '--model', 'gemma', '--model', 'gemma-2', '--out', 'both');
		recover();
		expect(await cli(['run', '--resume', '--out', 'both/1-gemma'], folder)).toMatchObject({
			status: 0,
			stderr: expect.stringContaining('gemma-2'),
		});
		expect((await log('both/1-gemma')).footer?.outcome).toBe('complete');
	});

	it('asks for an address whose secrets are not in the log', async () => {
		const { folder, first, recover, url } = await stage();
		await first('URL/?api_key=word', '--model', 'gemma', '--out', 'run');
		recover();
		const again = (...args: string[]) => cli(['run', '--resume', '--out', 'run', ...args], folder);
		expect(await again()).toMatchObject({ status: 2, stderr: expect.stringContaining('Give --base-url again.') });
		expect((await again('--base-url', url)).status).toBe(0);
	});

	it('finds nothing to restore where a log has no header', async () => {
		const { folder, first } = await stage();
		await first('URL', '--model', 'gemma', '--out', 'run');
		renameSync(join(folder, 'run'), join(folder, 'other'));
		expect(await cli(['run', '--resume', '--out', 'run'], folder)).toMatchObject({ status: 2 });
	});
});
