import Interactors
import Presentation
import Records
import TestSupport
import Testing

@Suite struct AwaitedScreenTests {
  private final class Counter: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var count = 0
  }

  @MainActor private final class Server {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var asked = 0

    nonisolated init() {}

    func count() async -> Int {
      asked += 1
      await withCheckedContinuation { waiting.append($0) }
      return asked
    }

    func answer() async {
      while waiting.isEmpty { await Task.yield() }
      for one in waiting { one.resume() }
      waiting = []
    }
  }

  private final class LogWireframe: Wireframe {
    var log: [String] = []
    var isCancelled = false

    func open(_ destination: Int) {}
    func leave() { log.append("leave") }
    func alert(_ alert: WireframeAlert) { log.append("alert \(alert.message)") }
    func showProgress(_ progress: LoadingProgress) { log.append(progress.what) }
    func hideProgress() { log.append("hide") }
  }

  private struct CountFormatter: ScreenFormatter {
    func output(for counter: Counter) -> [ItemSection<Int, Int>] {
      [ItemSection(items: [Item(0, 0, "count: \(counter.count)")])]
    }
  }

  private final class CounterPresenter: ScreenPresenter<Int, Counter, Int, Int> {
    init(_ server: Server, _ wireframe: LogWireframe) {
      let loading = LoadingInteractor<Int, Counter>(waiting: { _, step in
        try step(LoadingProgress("count", done: 0))
        let counter = Counter()
        counter.count = await server.count()
        try step(LoadingProgress("rest", done: 1))
        return counter
      })
      super.init(1, loading: loading, formatters: [CountFormatter()], wireframe: wireframe)
      subjects = { [$0] }
      weak let presenter = self
      add(
        PresenterCommand(
          "count", needs: .nothing, answers: .add,
          waiting: { _ in
            let count = await server.count()
            try Task.checkCancellation()
            presenter?.model?.count = count
          }))
    }
  }

  @MainActor private final class CounterView: @MainActor ViewInput {
    let presenter: CounterPresenter
    var lines: [String] = []
    var menu: [MenuEntry] = []

    init(_ presenter: CounterPresenter) {
      self.presenter = presenter
      presenter.view = self
    }

    func configure(with content: ViewContent<Int, Int>) {
      content.sections.follow { [weak self] in self?.lines = $0.flatMap { $0.items.map(\.text) } }
      content.menu.follow { [weak self] in self?.menu = $0 }
    }

    func appear() -> Task<Void, Never> { Task { await presenter.appear() } }
    func choose(_ command: String) -> Task<Void, Never> {
      Task { await presenter.choose(command: command) }
    }
  }

  private let server = Server()
  private let wireframe = LogWireframe()

  @Test @MainActor func aLoadingThatWaitsShowsItsProgressAndThenTheScreen() async {
    let view = CounterView(CounterPresenter(server, wireframe))
    let loading = view.appear()
    await server.answer()
    await loading.value
    expectEqual(wireframe.log, ["count", "rest", "hide"])
    expectEqual(view.lines, ["count: 1"])
  }

  @Test @MainActor func whatComesForAViewThatHasDisappearedIsDropped() async {
    let view = CounterView(CounterPresenter(server, wireframe))
    let loading = view.appear()
    while server.asked == 0 { await Task.yield() }
    view.presenter.viewDidDisappear()
    loading.cancel()
    await server.answer()
    await loading.value
    expectEqual(wireframe.log, ["count", "rest", "hide"])
    #expect(view.presenter.model == nil && view.lines.isEmpty)
  }

  @Test @MainActor func aLoadingThatIsCancelledLeavesTheScreen() async {
    let view = CounterView(CounterPresenter(server, wireframe))
    let loading = view.appear()
    while server.asked == 0 { await Task.yield() }
    loading.cancel()
    await server.answer()
    await loading.value
    expectEqual(wireframe.log, ["count", "rest", "hide", "leave"])
  }

  @Test @MainActor func aCommandThatWaitsIsUnderWayUntilItIsDone() async {
    let view = CounterView(CounterPresenter(server, wireframe))
    let loading = view.appear()
    await server.answer()
    await loading.value
    let command = view.choose("count")
    while server.asked == 1 { await Task.yield() }
    expectEqual(view.menu, [MenuEntry("count", reason: "it is already running")])
    await view.choose("count").value
    expectEqual(wireframe.log.last, "alert count is disabled: it is already running")
    await server.answer()
    await command.value
    expectEqual(view.lines, ["count: 2"])
    expectEqual(view.menu, [MenuEntry("count")])
  }

  @Test @MainActor func aCommandThatIsCancelledSaysNothing() async {
    let view = CounterView(CounterPresenter(server, wireframe))
    let loading = view.appear()
    await server.answer()
    await loading.value
    let command = Task { await view.presenter.receive(.add) }
    while server.asked == 1 { await Task.yield() }
    command.cancel()
    await server.answer()
    await command.value
    expectEqual(view.lines, ["count: 1"])
    expectEqual(wireframe.log, ["count", "rest", "hide"])
  }

  @Test @MainActor func aCommandThatTakesTimeIsNotDoneAtOnce() {
    let presenter = CounterPresenter(server, wireframe)
    #expect {
      try presenter.perform("count")
    } throws: { error in
      (error as? PresenterError)?.kind == .waits("count")
    }
    expectEqual(server.asked, 0)
  }
}
