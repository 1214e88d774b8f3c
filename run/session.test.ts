import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { declaredApp } from '../src/config/app/declared-app.ts';
import type { AppConfig, Config } from '../src/config/define.ts';
import type { Runner } from '../src/model/runner.ts';
import { workingFolderFixture } from '../src/testing/working-folder-fixture.ts';
import { openApp } from '../vitest/app.ts';
import { scriptedConfig } from '../vitest/scripted-config-fixture.ts';
import { evaluate } from './evaluate.ts';

/** A config whose server reports another setup with every answer, and whose app has doubts. */
function driftingConfig(): Config {
	const config = scriptedConfig({ 운동: '찾아볼게요. {"name": "search_catalog", "parameters": {}}' });
	const [target] = config.targets ?? [];
	const scripted = target?.runner as Runner;
	let answers = 0;
	const runner: Runner = {
		...scripted,
		async load(options) {
			const model = await scripted.load(options);
			if (model.kind !== 'raw') throw new Error('the scripted model is raw');
			return {
				...model,
				completer: {
					async *complete(request) {
						for await (const event of model.completer.complete(request)) {
							yield event.type === 'end' ? { ...event, systemFingerprint: `setup-${answers++}` } : event;
						}
					},
				},
			};
		},
	};
	// As an app whose MCP server changes its tools in the middle.
	const place = { file: 'gemmark.config.ts', folder: import.meta.dirname };
	const app = { ...declaredApp(config.app as AppConfig, place), doubts: async () => ['the tools changed'] };
	return { ...config, app, targets: [{ ...target, runner }] };
}

it('a run of the library, and one of a test, warn of what its log lets be seen, as reports do', async () => {
	const out = workingFolderFixture();
	const config = driftingConfig();
	const ofLibrary = await evaluate(config, { out: join(out, 'library') });
	const app = await openApp({ config });
	onTestFinished(() => app.close());
	const ofTest = await app.evaluate(undefined, { out: join(out, 'test') });
	for (const { log } of [ofLibrary, ofTest]) {
		expect(log.header.warnings).toContain('the tools changed');
		expect(log.header.warnings).toContainEqual(expect.objectContaining({ code: 'run.fingerprint-changed' }));
	}
});
