// swift-tools-version:6.2
import PackageDescription

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "workbench", path: "../..", traits: []),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    // The peers call the system's SQLite, and nothing of the workbench.
    .systemLibrary(name: "PeerSQLite", path: "PeerSQLite"),
    .executableTarget(
      name: "WorkbenchBenchmarks",
      dependencies: [
        "PeerSQLite",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Interactors", package: "workbench"),
        .product(name: "RecordStore", package: "workbench"),
        .product(name: "Records", package: "workbench"),
        .product(name: "Validation", package: "workbench"),
      ],
      path: "Benchmarks/WorkbenchBenchmarks",
      swiftSettings: house,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "Keys",
      dependencies: [
        .product(name: "Interactors", package: "workbench"),
        .product(name: "Records", package: "workbench"),
        .product(name: "Validation", package: "workbench"),
      ],
      path: "Keys",
      swiftSettings: house),
  ])
