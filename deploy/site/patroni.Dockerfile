# PostgreSQL with Patroni, which decides with the others by etcd where the primary is.
FROM postgres:18
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv \
  && python3 -m venv /opt/patroni && /opt/patroni/bin/pip install --no-cache-dir 'patroni[etcd3]==4.1.5' 'psycopg[binary]==3.3.9' \
  && rm -rf /var/lib/apt/lists/*
USER postgres
ENTRYPOINT ["/opt/patroni/bin/patroni", "/etc/patroni.yaml"]
