import Interactors
import Presentation
import Records
import TestSupport
import Testing

@Suite struct ScreenPresenterTests {
  private typealias Screen = ScreenPresenter<RecordID, Shows, DetailID, DetailKind>

  private final class TestWireframe: Wireframe {
    var log: [String] = []
    var isCancelled = false

    func open(_ destination: RecordID) { log.append("open \(destination)") }
    func leave() { log.append("leave") }
    func alert(_ alert: WireframeAlert) { log.append("alert \(alert.message)") }
    func showProgress(_ progress: LoadingProgress) {
      log.append("\(progress.what) \(progress.done)/\(progress.total ?? 0)")
    }
    func hideProgress() { log.append("hide") }
  }

  private final class TestView: ViewInput {
    var content: ViewContent<DetailID, DetailKind>?
    var titles: [String] = []
    func configure(with content: ViewContent<DetailID, DetailKind>) {
      self.content = content
      content.title.follow { self.titles.append($0) }
    }
  }

  private struct Unreachable: Error {}

  private struct ShowsFormatter: ScreenFormatter {
    let template: TemplateFormatter
    func output(for shows: Shows) -> [DetailSection] { template.output(for: shows.input) }
  }

  private func screen(_ wireframe: TestWireframe, failing: Bool = false) throws -> Screen {
    let loading = LoadingInteractor<RecordID, Shows> { _, step in
      try step(LoadingProgress("show", done: 0, of: 2))
      let shows = try Shows()
      try step(LoadingProgress("reviews", done: 1, of: 2))
      if failing { throw Unreachable() }
      return shows
    }
    let faces = try ["{{title}}", "{{#reviews}}\n{{rating}}\n{{/reviews}}"].map {
      ShowsFormatter(template: TemplateFormatter("face", try Template($0)))
    }
    let screen = Screen(
      RecordID("Show", 1), loading: loading, formatters: faces, wireframe: wireframe)
    screen.title = { $0.show["title"]?.description ?? "" }
    screen.subjects = { [$0.show] + $0.reviews }
    return screen
  }

  @Test func showAndReviewsAreLoadedTogetherWithProgress() throws {
    let wireframe = TestWireframe()
    let view = TestView()
    let screen = try screen(wireframe)
    screen.view = view
    screen.viewDidAppear()
    expectEqual(wireframe.log, ["show 0/2", "reviews 1/2", "hide"])
    expectEqual(view.content?.title.value, "Silent Echo")
    expectEqual(view.content?.sections.value.map(\.items.count), [1, 2])
  }

  @Test func anErrorHidesTheProgressThenAlertsThenLeaves() throws {
    let wireframe = TestWireframe()
    let view = TestView()
    let screen = try screen(wireframe, failing: true)
    screen.view = view
    screen.viewDidAppear()
    expectEqual(wireframe.log, ["show 0/2", "reviews 1/2", "hide", "alert Unreachable()", "leave"])
    #expect(view.content == nil)
  }

  @Test func aViewThatAppearsAgainFollowsTheModelsThatItHad() throws {
    let wireframe = TestWireframe()
    let view = TestView()
    let screen = try screen(wireframe)
    screen.view = view
    screen.viewDidAppear()
    screen.viewDidDisappear()
    try screen.model?.show.set("title", to: .text("Loud Echo"))
    expectEqual(view.titles, ["Silent Echo"])
    screen.viewDidAppear()
    expectEqual(wireframe.log, ["show 0/2", "reviews 1/2", "hide"])
    try screen.model?.show.set("title", to: .text("Echo"))
    expectEqual(view.titles, ["Silent Echo", "Loud Echo", "Echo"])
  }

  @Test func anotherViewOfTheScreenIsConfiguredToo() throws {
    let screen = try screen(TestWireframe())
    let views = [TestView(), TestView()]
    for view in views {
      screen.view = view
      screen.viewDidAppear()
    }
    expectEqual(views.map(\.titles), [["Silent Echo"], ["Silent Echo"]])
  }

  @Test func whoCancelsIsNotAlerted() throws {
    let wireframe = TestWireframe()
    wireframe.isCancelled = true
    try screen(wireframe).viewDidAppear()
    expectEqual(wireframe.log, ["show 0/2", "hide", "leave"])
  }

  @Test func theScreenFollowsItsModelsUntilItDisappears() throws {
    let screen = try screen(TestWireframe())
    screen.viewDidAppear()
    var titles: [String] = []
    screen.content.title.follow { titles.append($0) }
    let shows = try #require(screen.model)
    try shows.show.set("title", to: .text("Loud Echo"))
    try shows.reviews[1].set("rating", to: .integer(9))
    expectEqual(titles, ["Silent Echo", "Loud Echo"])
    expectEqual(screen.content.sections.value[1].items.map(\.text), ["1", "9"])
    screen.viewDidDisappear()
    try shows.show.set("title", to: .text("No Echo"))
    expectEqual(titles.count, 2)
    #expect(shows.show.propertyChanged.isEmpty)
  }

  @Test func anItemThatIsNoLongerShownLeavesTheSelection() throws {
    let screen = try screen(TestWireframe())
    screen.viewDidAppear()
    let review = DetailID(.record(RecordID("Review", 2)))
    screen.viewDidReceive(.select([review]))
    expectEqual(screen.selection.items, [review])
    let shows = try #require(screen.model)
    shows.show.restore("reviews", to: .list([.reference(RecordID("Review", 1))]))
    #expect(screen.selection.isEmpty)
  }

  @Test func aCommandThatFailsIsAnAlert() throws {
    let wireframe = TestWireframe()
    let screen = try screen(wireframe)
    screen.add(PresenterCommand("add", needs: .one, answers: .add) { _ in throw Unreachable() })
    screen.viewDidReceive(.add)
    screen.selection.replace(with: [DetailID(.subject)])
    screen.viewDidChoose(command: "add")
    expectEqual(
      wireframe.log, ["alert add is disabled: nothing is selected", "alert Unreachable()"])
  }

  @Test func screensAreAStackAndThoseBelowStayActive() {
    let stack = ScreenStack<Interactor>()
    let screens = [Interactor(), Interactor(), Interactor()]
    for screen in screens { stack.open(screen) }
    expectEqual(screens.map(\.isActive), [true, true, true])
    stack.close(screens[1])
    #expect(stack.leave() === screens[2])
    #expect(stack.top === screens[0])
    expectEqual(screens.map(\.isActive), [true, false, false])
    stack.leave()
    #expect(stack.leave() == nil)
  }

  @Test func aScreenHoldsNeitherViewNorModelAfterIt() throws {
    let wireframe = TestWireframe()
    weak var gone: Screen?
    weak var view: TestView?
    do {
      let screen = try screen(wireframe)
      let shown = TestView()
      screen.view = shown
      screen.viewDidAppear()
      (gone, view) = (screen, shown)
      shown.content = nil
    }
    #expect(gone == nil)
    #expect(view == nil)
  }
}
