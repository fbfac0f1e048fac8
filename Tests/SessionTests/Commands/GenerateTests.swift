import Session
import TestSupport
import Testing

@Suite struct GenerateTests {
  private static let command = "generate module Face for Person --libraries libs to Face"
  private static let formatter = "Face/Sources/Face/FaceFormatter.swift"

  @Test func aFileThatTheModuleNoLongerHasIsRemoved() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell(Self.command + " --formatter"), ["notice: module Face written to Face"])
    #expect(talk.files[Self.formatter] != nil)
    expectEqual(talk.tell(Self.command), ["notice: module Face written to Face"])
    #expect(talk.files[Self.formatter] == nil)
    #expect(talk.files["Face/Package.swift"] != nil)
  }

  @Test func oneThatWasChangedStaysAndIsNamed() throws {
    let talk = try Conversation(people)
    talk.tell(Self.command + " --formatter")
    talk.files[Self.formatter, default: ""] += "// mine"
    expectEqual(
      talk.tell(Self.command),
      [
        "notice: module Face written to Face",
        "warning file: no longer part of the module, but kept because you have changed them: "
          + "Sources/Face/FaceFormatter.swift",
      ])
    expectEqual(talk.files[Self.formatter]?.hasSuffix("// mine"), true)
    expectEqual(
      talk.tell(Self.command + " --formatter").first?.contains(
        "these files were edited, or were not generated: Sources/Face/FaceFormatter.swift"), true)
  }

  @Test func nothingOutsideOfTheDirectoryIsRemoved() throws {
    let digest = "cbf29ce484222325"
    let talk = try Conversation(
      people, files: ["Face/../mine": "", "Face/.generated": "\(digest) ../mine\n"])
    talk.tell(Self.command)
    expectEqual(talk.files["Face/../mine"], "")
  }

  @Test(arguments: [
    ("\"\"", "expected a directory or the URL of a Git repository"),
    ("\" \"", "expected a directory or the URL of a Git repository"),
    (
      "\"a\\nb\"",
      "a directory or URL cannot contain line breaks or other control characters"
    ),
  ])
  func aPlaceThatIsNoneIsRefused(place: String, message: String) throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("generate module Face for Person --libraries \(place) to Face"),
      [
        "error value 1:45: \(message)"
      ])
    #expect(talk.files.isEmpty)
  }
}
