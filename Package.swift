// swift-tools-version:6.2
// Each version in the CHANGELOG has a tag of the same name. To use a library without fetching other
// packages, depend on `.package(url: …, from: "0.3.0", traits: [])`.
import PackageDescription

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The release program is linked statically with the Swift runtime and the libraries of `.ci/linking`, so
/// that it starts without a dozen shared libraries. It contains no symbols and exports none, because the
/// linker would keep all code that exported symbols refer to. It has a fixed address, so that a start does
/// not relocate tens of thousands of pointers. The functions that a start calls are adjacent
/// (`.ci/order`), so that fewer pages are read.
let standalone: [SwiftSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]
let linking = "\(Context.packageDirectory)/.ci/linking"
let standaloneLink: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-L\(linking)",
      "-Xclang-linker", "-static-libgcc", "-Xclang-linker", "-no-pie",
      "-Xlinker", "-s", "-Xlinker", "--no-export-dynamic",
      // Other linkers have other options for the section order.
      "-use-ld=gold", "-Xlinker", "--section-ordering-file=\(linking)/order",
    ],
    .when(platforms: [.linux], configuration: .release)),
  // In this order, because the linker searches a library only for symbols that earlier libraries need.
  .linkedLibrary("_FoundationICU", .when(platforms: [.linux], configuration: .release)),
  .linkedLibrary("stdc++", .when(platforms: [.linux], configuration: .release)),
]

/// Dependencies of the program and the tests only; clients of the libraries do not resolve them.
let program: TargetDependencyCondition? = .when(traits: ["Program", "Cluster"])
/// Dependencies that need libdqlite to be built.
let cluster: TargetDependencyCondition? = .when(traits: ["Cluster"])

let package = Package(
  name: "workbench",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Values", targets: ["Values"]),
    .library(name: "Records", targets: ["Records"]),
    .library(name: "Validation", targets: ["Validation"]),
    .library(name: "Interactors", targets: ["Interactors"]),
    .library(name: "Presentation", targets: ["Presentation"]),
    .library(name: "RecordStore", targets: ["RecordStore"]),
    .executable(name: "workbench", targets: ["workbench"]),
  ],
  traits: [
    .trait(name: "Program", description: "The program without clusters, and what its tests need."),
    .trait(
      name: "Cluster",
      description: "The program with clusters, which needs the header of libdqlite to be built."),
    // Only one trait, because SwiftPM passes several traits to the compiler in any order, and rebuilds
    // everything if the order has changed since the previous build.
    .default(enabledTraits: ["Cluster"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
  ],
  targets: [
    // `rounded` calls libm, which a client may not link otherwise.
    .target(
      name: "Values", swiftSettings: house,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "Records", dependencies: ["Values"], swiftSettings: house),
    .target(name: "Validation", dependencies: ["Values"], swiftSettings: house),
    .target(
      name: "Interactors", dependencies: ["Records", "Validation", "Values"], swiftSettings: house),
    .target(
      name: "Presentation",
      dependencies: ["Interactors", "Records", "Values"],
      resources: [.embedInCode("Resources")],
      swiftSettings: house),
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "SQLEngine", dependencies: ["CSQLite", "Values"], swiftSettings: house),
    .target(name: "CDqlite"),
    .target(
      name: "Cluster",
      dependencies: [
        "CSQLite", "SQLEngine", "Values", .target(name: "CDqlite", condition: cluster),
      ],
      swiftSettings: house),
    .target(
      name: "Expressions", dependencies: ["Records", "Values"], swiftSettings: house,
      linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]),
    .target(
      name: "RecordStore", dependencies: ["Expressions", "Records", "SQLEngine", "Values"],
      swiftSettings: house),
    .target(name: "CommandLanguage", dependencies: ["Values"], swiftSettings: house),
    .target(name: "Replies", dependencies: ["Records", "Values"], swiftSettings: house),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CExpat", linkerSettings: [.linkedLibrary("expat")]),
    .target(name: "CXlsxWriter"),
    .target(
      name: "Interchange",
      dependencies: [
        "Records", "Values", .target(name: "CExpat", condition: program),
        .target(name: "CXlsxWriter", condition: program),
        .target(name: "CZlib", condition: program),
      ],
      swiftSettings: house),
    .target(
      name: "Workspace",
      dependencies: [
        "Interactors", "Presentation", "RecordStore", "Records", "Replies", "Validation",
        "Values",
      ],
      swiftSettings: house),
    .target(
      name: "Session",
      dependencies: [
        "CommandLanguage", "Interactors", "Interchange", "Presentation", "RecordStore", "Records",
        "Replies", "SQLEngine", "Validation", "Values", "Workspace",
      ],
      resources: [.embedInCode("Topics/Generated/Topics.txt")],
      swiftSettings: house),
    // The release program does not contain the data of ICU.
    .target(
      name: "CICUData",
      cSettings: [.define("WITHOUT_ICU_DATA", .when(platforms: [.linux], configuration: .release))]),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "LineEditor", dependencies: ["CLibEdit", "Values"], swiftSettings: house),
    .target(
      name: "Web",
      dependencies: [
        "Replies", "Session", "Values", "Workspace",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: program),
        .product(name: "NIOCore", package: "swift-nio", condition: program),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: program),
        .product(name: "NIOPosix", package: "swift-nio", condition: program),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: program),
      ],
      resources: [.embedInCode("Client")],
      swiftSettings: house),
    .executableTarget(
      name: "workbench",
      dependencies: [
        "CICUData", .target(name: "Cluster", condition: cluster), "LineEditor", "Replies",
        "SQLEngine", "Session", "Values", "Web", "Workspace",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
      ],
      exclude: ["Guide"],
      swiftSettings: house + standalone,
      linkerSettings: standaloneLink),
    // Helpers of the tests: comparison of values, random numbers, and detection of memory leaks.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
    // A disk that fails on request, and the memory statistics of the program.
    .target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk"),
    .testTarget(name: "ValuesTests", dependencies: ["Values"], swiftSettings: house),
    .testTarget(name: "RecordsTests", dependencies: ["Records"], swiftSettings: house),
    .testTarget(
      name: "ValidationTests", dependencies: ["Validation"], swiftSettings: house),
    .testTarget(
      // The corner cases use the notation of `ValidationTests`.
      name: "InteractorsTests",
      dependencies: ["Interactors", "Records", "Validation", "ValidationTests"],
      swiftSettings: house),
    .testTarget(
      name: "PresentationTests",
      dependencies: ["Interactors", "Presentation", "Records", "Validation"],
      swiftSettings: house),
    .testTarget(
      name: "RecordStoreTests",
      // `ValuesTests` has the reference implementation of decimal arithmetic.
      dependencies: [
        "CSQLite", "Cluster", "Expressions", "RecordStore", "Records", "SQLEngine",
        "Values",
        "ValuesTests",
      ],
      swiftSettings: house),
    .testTarget(
      name: "InterchangeTests",
      // The tests use zlib to create their archives.
      dependencies: [
        "Interchange", "Records", "Values", .target(name: "CZlib", condition: program),
      ],
      swiftSettings: house),
    .testTarget(
      name: "CommandLanguageTests", dependencies: ["CommandLanguage", "Values"],
      swiftSettings: house),
    .testTarget(
      name: "LineEditorTests", dependencies: ["LineEditor", "Values"],
      swiftSettings: house),
    .testTarget(
      name: "SessionTests",
      // `ValuesTests` has the reference implementation of decimal arithmetic.
      dependencies: [
        "CSQLite", "CommandLanguage", "FaultyDisk", "Replies", "Session", "Values", "Workspace",
        "ValuesTests",
      ],
      swiftSettings: house),
    .testTarget(
      name: "WebTests", dependencies: ["FaultyDisk", "Web", "workbench"], swiftSettings: house),
    .testTarget(
      name: "WorkbenchTests",
      dependencies: [
        "workbench",
        .product(name: "CustomDump", package: "swift-custom-dump", condition: program),
      ],
      exclude: ["Transcripts", "Fixtures"], swiftSettings: house),
  ])

for target in package.targets where target.type == .test {
  target.dependencies.append("TestSupport")
}

// SwiftPM does not allow unsafe flags in a package that is fetched as a dependency.
if !["/checkouts/", "/registry/"].contains(where: { Context.packageDirectory.contains($0) }) {
  for target in package.targets where target.type != .test {
    target.swiftSettings?.append(
      // With a section for each function, the linker can remove and reorder functions. Exclusivity is
      // enforced only in tests, because it costs 10 % per command.
      .unsafeFlags(
        ["-Xfrontend", "-function-sections", "-enforce-exclusivity=unchecked"],
        .when(platforms: [.linux], configuration: .release)))
  }
}

// In CI, the total time of building and testing matters. `WORKBENCH_WHOLE` compiles each module as a
// whole, without debug information and without an index of system modules for editors. The modules of
// tests are not emitted separately, so that nothing waits for them.
if Context.environment["WORKBENCH_WHOLE"] != nil {
  for target in package.targets {
    let separately = target.type == .test ? ["-no-emit-module-separately-wmo"] : []
    target.swiftSettings?.append(
      .unsafeFlags(
        ["-disable-batch-mode", "-wmo", "-num-threads", "2", "-Xfrontend", "-gnone"]
          + ["-index-ignore-system-modules", "-index-ignore-clang-modules"] + separately))
  }
}
// `WORKBENCH_OPTIMISED` optimizes the modules in which tests calculate for a long time. Assertions
// remain enabled.
if Context.environment["WORKBENCH_OPTIMISED"] != nil {
  let busy = [
    "Values", "ValuesTests", "Records", "Validation", "ValidationTests", "SQLEngine",
    "CommandLanguage",
  ]
  for target in package.targets where busy.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"]))
  }
}
// `Tests/Fuzzing/fuzz` builds a program with libFuzzer and coverage counters in the modules it calls.
if Context.environment["WORKBENCH_FUZZING"] != nil {
  let fuzzed: [SwiftSetting] = [
    .unsafeFlags(["-sanitize=fuzzer", "-enable-testing", "-assert-config", "Debug"])
  ]
  for target in package.targets where target.type == .regular {
    target.swiftSettings?.append(contentsOf: fuzzed)
  }
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
    .executableTarget(
      name: "Fuzzer",
      dependencies: [
        "CFuzzer", "CSQLite", "Cluster", "CommandLanguage", "Replies", "Session", "Validation",
        "Values", "Web",
      ],
      path: "Tests/Fuzzing/Fuzzer",
      swiftSettings: house + fuzzed + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]
}
