import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFolderFixture } from '../testing/config-folder-fixture.ts';
import { configCode } from './config-code.ts';
import { loadConfig } from './load-config.ts';

const FILES = {
	'app/gemmark.config.ts': `import { metric } from './scorers.ts';
import tools from "../tools.json" with { type: 'json' };
import type { Row } from './rows.ts';
import { z } from 'zod';
import near from './node_modules/near/index.js';
const late = () => import('./late.mjs');
export default {};
`,
	'app/scorers.ts': "export { metric } from './metric/metric.ts';\nimport './gemmark.config.ts';\n",
	'app/metric/metric.ts': "export const metric = 'meter';\n",
	'app/late.mjs': "const cups = require('./cups');\n",
	'app/cups.js': 'module.exports = 2;\n',
	'app/rows.ts': 'export interface Row {}\n',
	'app/node_modules/near/index.js': 'export default 1;\n',
	'tools.json': '[]\n',
};

const namesOf = (code: ReturnType<typeof configCode>): readonly string[] => code.map(({ name }) => name);

describe('the code of a config', () => {
	it('is its own file and all local files that it imports, whichever import them and however, but neither types nor packages', () => {
		const file = join(configFolderFixture(FILES), 'app', 'gemmark.config.ts');
		expect(namesOf(configCode(file))).toEqual([
			'gemmark.config.ts',
			'../tools.json',
			'cups.js',
			'late.mjs',
			'metric/metric.ts',
			'scorers.ts',
		]);
	});

	it('is the same in another folder and with other line ends, and another in the one file that was edited', () => {
		const [here, there] = [configFolderFixture(FILES), configFolderFixture(FILES)] as const;
		const codeIn = (folder: string) => configCode(join(folder, 'app', 'gemmark.config.ts'));
		const metric = join(there, 'app', 'metric', 'metric.ts');
		writeFileSync(metric, "export const metric = 'meter';\r\n");
		expect(codeIn(there)).toEqual(codeIn(here));
		writeFileSync(metric, "export const metric = 'mile';\n");
		const known = new Set(codeIn(here).map(({ sha256 }) => sha256));
		expect(namesOf(codeIn(there).filter(({ sha256 }) => !known.has(sha256)))).toEqual(['metric/metric.ts']);
	});

	it('is told of a module, and not of what is data', async () => {
		const folder = configFolderFixture({ 'a.mjs': 'export default {};\n', 'a.yaml': 'epochs: 2\n' });
		expect(namesOf((await loadConfig(join(folder, 'a.mjs'))).code ?? [])).toEqual(['a.mjs']);
		expect(await loadConfig(join(folder, 'a.yaml'))).not.toHaveProperty('code');
	});
});
