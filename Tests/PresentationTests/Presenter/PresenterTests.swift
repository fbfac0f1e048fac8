import Foundation
import Interactors
import Presentation
import Records
import TestSupport
import Testing

@Suite struct PresenterTests {
  private final class Log { var lines: [String] = [] }

  private func presenter(_ log: Log) -> Presenter<Int> {
    let presenter = Presenter<Int>()
    presenter.add(
      PresenterCommand("new", needs: .nothing, answers: .add) { _ in log.lines.append("new") })
    presenter.add(
      PresenterCommand("show", needs: .one, answers: .open) { log.lines.append("show \($0)") })
    presenter.add(
      PresenterCommand(
        "delete", needs: .some, answers: .remove,
        obstacle: { $0.contains(13) ? "13 is protected" : nil },
        body: { log.lines.append("delete \($0)") }))
    return presenter
  }

  @Test(
    arguments: [
      ([], [nil, "nothing is selected", "nothing is selected"]),
      ([1], [nil, nil, nil]),
      ([1, 2, 1], [nil, "2 items are selected; expected one", nil]),
      ([13], [nil, nil, "13 is protected"]),
    ] as [([Int], [String?])])
  func theMenuFollowsTheSelection(selected: [Int], reasons: [String?]) {
    let presenter = presenter(Log())
    presenter.selection.replace(with: selected)
    expectEqual(presenter.menu.value.map(\.reason), reasons)
    expectEqual(presenter.menu.value.map(\.isEnabled), reasons.map { $0 == nil })
  }

  @Test func gesturesBecomeCommandsOnTheModel() throws {
    let log = Log()
    let presenter = presenter(log)
    try presenter.handle(.add)
    try presenter.handle(.open(5))
    try presenter.handle(.select([1, 2]))
    try presenter.handle(.remove)
    try presenter.handle(.edit)
    expectEqual(log.lines, ["new", "show [5]", "delete [1, 2]"])
  }

  @Test func aCommandThatDoesNotFitIsRefusedWithTheReasonOfTheMenu() throws {
    let log = Log()
    let presenter = presenter(log)
    presenter.selection.replace(with: [1, 2])
    let disabled = #expect(throws: PresenterError.self) { try presenter.perform("show") }
    expectEqual(disabled?.message, "show is disabled: 2 items are selected; expected one")
    let unknown = #expect(throws: PresenterError.self) { try presenter.perform("shout") }
    expectEqual(unknown?.message, "the menu has no command \"shout\"")
    #expect(log.lines.isEmpty)
  }

  @Test func whatIsGoneLeavesTheSelectionAndReturnsWhenItIsThereAgain() {
    let presenter = presenter(Log())
    presenter.selection.replace(with: [1, 2])
    var counts = 0
    presenter.menu.follow { _ in counts += 1 }
    presenter.selection.keep { $0 == 2 }
    expectEqual(presenter.selection.items, [2])
    #expect(presenter.menu.value[1].isEnabled)
    presenter.selection.keep { $0 == 2 }
    expectEqual(counts, 2)
    presenter.selection.keep { _ in true }
    expectEqual(presenter.selection.items, [1, 2])
    #expect(!presenter.menu.value[1].isEnabled)
    presenter.selection.keep { $0 == 2 }
    presenter.selection.replace(with: [2])
    presenter.selection.keep { _ in true }
    expectEqual(presenter.selection.items, [2])
  }

  @Test func aCommandOfTheSameNameTakesThePlaceOfTheFirst() throws {
    let presenter = presenter(Log())
    presenter.add(PresenterCommand("new", needs: .one) { _ in })
    expectEqual(presenter.menu.value.map(\.command), ["new", "show", "delete"])
    presenter.removeCommand(named: "show")
    expectEqual(presenter.menu.value.map(\.command), ["new", "delete"])
  }

  @Test func anErrorIsOneSentence() throws {
    do {
      try presenter(Log()).perform("none")
      Issue.record("there is no such command")
    } catch {
      expectEqual("\(error)", "the menu has no command \"none\"")
      expectEqual(error.localizedDescription, "\(error)")
    }
    #expect(throws: TemplateError.self) { try Template("{{#a}}") }
    do { _ = try Template("{{#a}}") } catch {
      expectEqual(error.localizedDescription, error.message)
    }
  }
}
