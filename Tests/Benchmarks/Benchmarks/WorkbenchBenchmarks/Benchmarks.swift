import Benchmark

// Each pair stands beside each other: what is ours first, and then the peer that it is held
// against, on the same work in the same run.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .instructions], warmupIterations: 3, maxDuration: .seconds(2))
  clusterSets()
  exportedRecords()
  growth()
  importedRows()
  listedSums()
  manyTexts()
  scripts()
  storedSet()
  startUp()
}
