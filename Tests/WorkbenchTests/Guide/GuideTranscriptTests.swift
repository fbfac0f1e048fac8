import CustomDump
import Foundation
import TestSupport
import Testing

/// `WORKBENCH_RECORD=1 swift test --filter GuideTranscriptTests` writes the output into the pages.
///
/// A comment `<!-- run`, up to `-->`, has commands that run unseen.
@Suite(.waits) struct GuideTranscriptTests {
  @Test(arguments: GuidePage.all)
  func theTranscriptsOfAPageAreWhatTheProgramPrints(page: GuidePage) throws {
    let before = try page.blocks()
    let story = try GuideStory()
    var after = before
    for (index, block) in before.enumerated() {
      if block.kind == .comment, block.lines[0] == "<!-- run" {
        _ = try story.replay(block.lines.dropFirst().dropLast())
      } else if block.isTranscript {
        after[index].lines = try story.replay(block.lines)
        guard !GuidePage.isRecording else { continue }
        let difference = diff(block.lines, after[index].lines)
        #expect(difference == nil, "\(page.name): \(difference ?? "")")
      }
    }
    if GuidePage.isRecording { try page.write(after) }
  }

  @Test func aPageIsReadAndWrittenWithoutALoss() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).md")
    defer { try? FileManager.default.removeItem(at: copy) }
    #expect(GuidePage.all.count > 8)
    for page in GuidePage.all {
      let written = GuidePage(name: page.name, url: copy)
      try written.write(try page.blocks())
      expectEqual(try written.text(), try page.text())
    }
  }
}
