export { InvalidFileError } from './invalid-file-error.ts'
export { parseAgentConfiguration, profileChoices } from './solo/agent-configuration.ts'
export {
  formatDeliverableStatus,
  knownDeliverableNames,
  knownStatusNames,
  parseDeliverableStatus,
} from './solo/deliverable-status.ts'
export { formatEvidence, parseEvidence } from './solo/evidence.ts'
