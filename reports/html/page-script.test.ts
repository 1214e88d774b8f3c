import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { pageScript } from './page-script.ts';

it("the page's modules are one script that imports nothing", () => {
	const script = pageScript();
	expect(() => new Script(script)).not.toThrow();
	expect(script).not.toMatch(/^\s*(?:import|export)\b/mu);
});

it("no text of the page's script ends its element", () => {
	expect(pageScript()).not.toMatch(/<\/script|<!--/iu);
});

it("the page's modules, which share one scope, name nothing twice", () => {
	const names = Array.from(
		pageScript().matchAll(/^(?:(?:async )?function|const|let|class) (\w+)/gmu),
		([, name]) => name,
	);
	expect(names.length).toBeGreaterThan(15);
	expect(new Set(names).size).toBe(names.length);
});
