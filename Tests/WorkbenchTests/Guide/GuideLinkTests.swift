import Foundation
import TestSupport
import Testing

@Suite struct GuideLinkTests {
  private static let pages =
    GuidePage.all
    + ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map {
      GuidePage(name: "../../../\($0)", url: Program.root.appending(path: $0))
    }

  /// Without fences.
  private static func prose(of page: GuidePage) throws -> String {
    try page.blocks().filter { $0.kind == .text || $0.kind == .table }.flatMap(\.lines)
      .joined(separator: "\n")
  }

  private static func links(of page: GuidePage) throws -> [(file: URL, anchor: String)] {
    try prose(of: page).matches(of: #/\]\(([^)#:\s]*)(?:#([^)]*))?\)/#).map { link in
      let file =
        link.1.isEmpty
        ? page.url
        : page.url.deletingLastPathComponent().appending(path: link.1.removingPercentEncoding ?? "")
      return (file.standardizedFileURL, link.2.map(String.init) ?? "")
    }
  }

  /// The anchors of headings as GitHub makes them.
  private static func anchors(of file: URL) throws -> Set<String> {
    let page = GuidePage(name: file.lastPathComponent, url: file)
    return try Set(
      prose(of: page).matches(of: #/(?m)^#+ (.+)$/#).map { heading in
        heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      })
  }

  @Test(arguments: pages) func everyLinkLeadsToAFileAndAHeading(page: GuidePage) throws {
    for link in try Self.links(of: page) {
      #expect(FileManager.default.fileExists(atPath: link.file.path), "\(link.file.path)")
      if !link.anchor.isEmpty {
        #expect(
          try Self.anchors(of: link.file).contains(link.anchor),
          "\(link.file.lastPathComponent)#\(link.anchor)")
      }
    }
  }

  @Test func everyPageIsReachedFromTheContents() throws {
    let contents = try #require(Self.pages.first { $0.name == "README.md" })
    let linked = try Set(Self.links(of: contents).map(\.file.path))
    for page in GuidePage.all where page.name != contents.name {
      #expect(linked.contains(page.url.standardizedFileURL.path), "\(page.name)")
    }
  }
}
