// swift-tools-version:6.2
import PackageDescription

// libFuzzer needs the coverage of the libraries; debug assertions show their broken promises.
let fuzzed: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-sanitize=fuzzer", "-parse-as-library", "-assert-config", "Debug"]),
]
let link: [LinkerSetting] = [
  .unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"]),
  .linkedLibrary("_FoundationICU", .when(platforms: [.linux])),
]

func library(
  _ name: String, _ dependencies: [Target.Dependency], hasManual: Bool = true,
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: hasManual ? ["\(name).docc"] : [],
    resources: resources, swiftSettings: fuzzed)
}

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  targets: [
    library("Values", []),
    library("Records", ["Values"]),
    library("Validation", ["Values"]),
    library("Interactors", ["Records", "Validation", "Values"]),
    library(
      "Presentation", ["Interactors", "Records", "Values"], resources: [.embedInCode("Resources")]),
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    library("SQLEngine", ["CSQLite", "Values"], hasManual: false),
    library("Expressions", ["Records", "Values"]),
    library("RecordStore", ["Expressions", "Records", "SQLEngine", "Values"]),
    library("CommandLanguage", ["Values"]),
    library("Replies", ["Records", "Values"], hasManual: false),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CExpat", linkerSettings: [.linkedLibrary("expat")]),
    .target(name: "CXlsxWriter"),
    library(
      "Interchange", ["CExpat", "CXlsxWriter", "CZlib", "Records", "Values"], hasManual: false),
    library(
      "Session",
      [
        "CommandLanguage", "Interactors", "Interchange", "Presentation", "RecordStore", "Records",
        "Replies", "Validation", "Values",
      ]),
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "ValidationFuzzer", dependencies: ["CFuzzer", "Validation"], swiftSettings: fuzzed,
      linkerSettings: link),
    .executableTarget(
      name: "SessionFuzzer",
      dependencies: ["CFuzzer", "CommandLanguage", "CSQLite", "Replies", "Session", "Values"],
      swiftSettings: fuzzed, linkerSettings: link),
  ])
