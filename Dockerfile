# The command in a container: docker run --rm -v "$PWD:/code" ghcr.io/graphlint/graphlint .
# The wheel is the one of the release, in dist/.
FROM python:3.13-slim AS build
COPY dist/*.whl /dist/
RUN python -m venv /graphlint && /graphlint/bin/pip install --no-cache-dir /dist/*.whl

FROM python:3.13-slim
COPY --from=build /graphlint /graphlint
ENV PATH=/graphlint/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER 1000
WORKDIR /code
ENTRYPOINT ["graphlint"]
CMD ["."]
