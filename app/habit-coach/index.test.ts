import { describe, expect, it } from 'vitest';
import { prefixDecision } from './index.ts';

describe('the decision of the habit coach', () => {
	it('has two paths, each with a policy and the text of its record', () => {
		const { hits, of, paths = {} } = prefixDecision();
		expect([hits, of]).toEqual([5, 15]);
		expect(Object.entries(paths).map(([name, { policy }]) => [name, policy])).toEqual([
			['A', 'push'],
			['B', 'discard'],
		]);
		expect(paths.A?.record).toMatch(/## Path \{\{path\}\}: push\n[\s\S]*## 경로 \{\{path\}\}: 보존\(push\)\n/u);
		expect(paths.B?.record).toMatch(/^## ADR-0006 초안\n/u);
	});
});
