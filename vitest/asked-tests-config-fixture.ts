import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import GemmarkReporter from './reporter.ts';

const config: ViteUserConfig = defineConfig({
	test: {
		root: import.meta.dirname,
		include: ['asked-tests-fixture.ts'],
		reporters: ['default', new GemmarkReporter({ out: join(process.env.GEMMARK_OUT ?? '', 'run'), lang: 'ko' })],
	},
});
export default config;
