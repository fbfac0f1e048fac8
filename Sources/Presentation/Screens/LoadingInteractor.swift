public import Interactors

/// Loads together all that a screen needs, such as a show and its reviews, from an id.
///
/// ```swift
/// let loading = LoadingInteractor<RecordID, ShowModel> { id, step in
///   try step(LoadingProgress("show", done: 0, of: 2))
///   let show = try store.show(id)
///   try step(LoadingProgress("reviews", done: 1, of: 2))
///   return ShowModel(show, try store.reviews(of: id))
/// }
/// ```
///
/// One made by ``init(waiting:)`` can wait for a server. It stays on the actor of its caller, so
/// that models which belong to the main actor may be loaded and shown there.
public final class LoadingInteractor<ID, Model>: Interactor {
  /// Shows a progress; throws `CancellationError` where the person does not want to wait.
  public typealias Step = (LoadingProgress) throws -> Void
  /// Loads the model of an id, waiting for it on the actor of the caller.
  ///
  /// Made in code that is on no actor, a closure should have no capture list: with one, Swift 6.3 does
  /// not come back to the caller's actor after an `await`. A `weak let` before it does the same.
  public typealias WaitingBody = nonisolated(nonsending) (ID, Step) async throws -> Model

  /// What has become of a loading.
  public enum Outcome {
    /// It has come to its end, with this.
    case loaded(Model)
    /// It has failed, and the person knows it.
    case failed(any Error)
    /// The person did not want to wait.
    case cancelled
  }

  /// How an error is told in an alert; without it by its description.
  public var alert: (any Error) -> Alert = { Alert($0.sentence) }
  private let body: Body

  private enum Body {
    case atOnce((ID, Step) throws -> Model)
    case waiting(WaitingBody)
  }

  /// Makes an interactor of a closure, which calls `step` before each thing it loads.
  public init(_ body: @escaping (ID, Step) throws -> Model) {
    self.body = .atOnce(body)
  }

  /// Makes an interactor of a closure that waits for what it loads, and calls `step` before each
  /// thing.
  public init(waiting body: @escaping WaitingBody) {
    self.body = .waiting(body)
  }

  /// Loads, showing the progress through a wireframe.
  ///
  /// The progress is hidden whatever happens, and before an error is shown in an alert.
  ///
  /// - Precondition: the interactor was not made by ``init(waiting:)``.
  public func load(_ id: ID, through wireframe: some Wireframe) -> Outcome {
    guard case .atOnce(let body) = body else {
      preconditionFailure("what waits for its models is loaded with await")
    }
    return load(id, by: body, wireframe)
  }

  /// Loads on the actor of the caller, showing the progress through a wireframe.
  ///
  /// The progress is hidden whatever happens, and before an error is shown in an alert. Each step
  /// throws `CancellationError` once the task is cancelled, too.
  nonisolated(nonsending) public func load(
    _ id: ID, through wireframe: some Wireframe
  ) async -> Outcome {
    switch body {
    case .atOnce(let body): return load(id, by: body, wireframe)
    case .waiting(let body):
      let loaded: Result<Model, any Error>
      do {
        loaded = .success(try await body(id) { try Self.step($0, wireframe) })
      } catch {
        loaded = .failure(error)
      }
      return tell(loaded, wireframe)
    }
  }

  private func load(
    _ id: ID, by body: (ID, Step) throws -> Model, _ wireframe: some Wireframe
  ) -> Outcome {
    tell(Result { try body(id) { try Self.step($0, wireframe) } }, wireframe)
  }

  private static func step(_ progress: LoadingProgress, _ wireframe: some Wireframe) throws {
    wireframe.showProgress(progress)
    if wireframe.isCancelled || Task.isCancelled { throw CancellationError() }
  }

  private func tell(
    _ loaded: Result<Model, any Error>, _ wireframe: some Wireframe
  ) -> Outcome {
    wireframe.hideProgress()
    switch loaded {
    case .success(let model): return .loaded(model)
    case .failure(is CancellationError): return .cancelled
    case .failure(let error):
      wireframe.alert(alert(error))
      return .failed(error)
    }
  }
}
