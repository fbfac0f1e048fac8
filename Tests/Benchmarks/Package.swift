// swift-tools-version:6.2
import PackageDescription

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "workbench", path: "../..", traits: [])],
  targets: [
    // The peers call the system's libraries only.
    .target(
      name: "Peers", path: "Peers",
      linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("util")]),
    .executableTarget(
      name: "Figures",
      dependencies: [
        "Peers",
        .product(name: "Interactors", package: "workbench"),
        .product(name: "RecordStore", package: "workbench"),
        .product(name: "Records", package: "workbench"),
        .product(name: "Validation", package: "workbench"),
      ],
      path: "Figures",
      swiftSettings: house),
  ])
