// swift-tools-version:6.2
// Versions are those of the CHANGELOG, each with a tag of its name. A client takes a library with
// `.package(url: …, from: "0.3.0", traits: [])`, and then no other package comes along.
import PackageDescription

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The release program carries the Swift runtime and the libraries of `.ci/linking`, so that it starts without
/// a dozen and more shared ones, and no symbols, nor any for libraries that it might load, which the linker would
/// keep everything for; at a fixed address it does not begin with moving tens of thousands of pointers.
/// What a start runs is put together (`.ci/order`), so that fewer pages are read.
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
      // Another linker would be told of an order in another way.
      "-use-ld=gold", "-Xlinker", "--section-ordering-file=\(linking)/order",
    ],
    .when(platforms: [.linux], configuration: .release)),
  // In this order: the linker looks into a library for what those before it lack.
  .linkedLibrary("_FoundationICU", .when(platforms: [.linux], configuration: .release)),
  .linkedLibrary("stdc++", .when(platforms: [.linux], configuration: .release)),
]

/// What only the program and the tests need: a client of the libraries resolves none of it.
let program: TargetDependencyCondition? = .when(traits: ["Program", "Cluster"])
/// What needs libdqlite to be built.
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
    // One alone: SwiftPM hands several to the compiler in any order, and where the order differs from
    // that of the build before, it builds everything again.
    .default(enabledTraits: ["Cluster"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
  ],
  targets: [
    // A client that links nothing else lacks what `rounded` calls.
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
        "Interactors", "RecordStore", "Records", "Replies", "Validation", "Values",
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
    // The release program leaves the data of ICU out.
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
    // What the tests use: whether values are equal, random numbers, and what is left behind in memory.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
    // A disk that fails when it is told to, and memory that is counted as in the program.
    .target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk"),
    .testTarget(name: "ValuesTests", dependencies: ["Values"], swiftSettings: house),
    .testTarget(name: "RecordsTests", dependencies: ["Records"], swiftSettings: house),
    .testTarget(
      name: "ValidationTests", dependencies: ["Validation"], exclude: ["Corpus"],
      swiftSettings: house),
    .testTarget(
      // The corner cases are told in one form, and counted here.
      name: "InteractorsTests",
      dependencies: ["Interactors", "Records", "Validation", "ValidationTests"],
      swiftSettings: house),
    .testTarget(
      name: "PresentationTests",
      dependencies: ["Interactors", "Presentation", "Records", "Validation"],
      swiftSettings: house),
    .testTarget(
      name: "RecordStoreTests",
      // The arithmetic of decimals has one oracle.
      dependencies: [
        "CSQLite", "Cluster", "Expressions", "RecordStore", "Records", "SQLEngine",
        "Values",
        "ValuesTests",
      ],
      swiftSettings: house),
    .testTarget(
      name: "InterchangeTests",
      // The archives of tests are made by zlib itself.
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
      // The arithmetic of decimals has one oracle.
      dependencies: [
        "CSQLite", "CommandLanguage", "FaultyDisk", "Replies", "Session", "Values", "Workspace",
        "ValuesTests",
      ],
      exclude: ["Corpus"], swiftSettings: house),
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

// A package that others fetch may not have such flags for its libraries, and does without them.
if !["/checkouts/", "/registry/"].contains(where: { Context.packageDirectory.contains($0) }) {
  for target in package.targets where target.type != .test {
    target.swiftSettings?.append(
      // The linker leaves out and puts in order functions as it does sections. That nothing is changed
      // while it is being changed is looked at where the tests run; to look again takes a tenth of
      // a command.
      .unsafeFlags(
        ["-Xfrontend", "-function-sections", "-enforce-exclusivity=unchecked"],
        .when(platforms: [.linux], configuration: .release)))
  }
}

// In CI, building and testing are to take the least time together. With `WORKBENCH_WHOLE` each module is
// compiled as a whole, and nothing is written for debuggers, or for editors about others' modules;
// nothing waits for the modules of tests.
if Context.environment["WORKBENCH_WHOLE"] != nil {
  for target in package.targets {
    let separately = target.type == .test ? ["-no-emit-module-separately-wmo"] : []
    target.swiftSettings?.append(
      .unsafeFlags(
        ["-disable-batch-mode", "-wmo", "-num-threads", "2", "-Xfrontend", "-gnone"]
          + ["-index-ignore-system-modules", "-index-ignore-clang-modules"] + separately))
  }
}
// With `WORKBENCH_OPTIMISED` what tests calculate with for long is optimised. Broken promises are still
// found.
if Context.environment["WORKBENCH_OPTIMISED"] != nil {
  let busy = ["Values", "ValuesTests", "Records", "Validation", "SQLEngine", "CommandLanguage"]
  for target in package.targets where busy.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"]))
  }
}
