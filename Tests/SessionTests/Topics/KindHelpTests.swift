import Foundation
import Records
import TestSupport
import Testing

@Suite struct KindHelpTests {
  @Test(arguments: PropertyKind.names)
  func theExampleOfAKindRunsAsItIsPrinted(kind: String) throws {
    let talk = try Conversation()
    let page = talk.tell("help \(kind)").joined(separator: "\n")
    let example = page.components(separatedBy: "For example:\n").last ?? ""
    expectEqual(talk.tell(example), ["Thing/1"], "\(example)")
    #expect(talk.tell("get Thing/1.it") != ["nil"])
    #expect(talk.tell("describe Thing")[0].hasPrefix("it|\(kind)"))
    #expect(talk.tell("help kinds")[0].contains("\n  \(kind) "))
  }

  @Test func aKindInAnotherCaseIsMeant() throws {
    let talk = try Conversation()
    #expect(talk.tell("help decimal")[0].contains("did you mean \"Decimal\"?"))
    #expect(talk.tell("help iban")[0].contains("did you mean \"IBAN\"?"))
  }
}
