import { describeRunnerContract } from '../../src/testing/contract/runner-contract.ts';
import { loadReference } from './reference-process-fixture.ts';

describeRunnerContract('device', { load: () => loadReference({}, ['--context', '2048']) });
